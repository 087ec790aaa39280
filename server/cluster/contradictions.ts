/** What kubectl refuses in an entry before it sends anything. Counterpart in Go: client-go clientcmd.ConfirmUsable, transport.TLSConfigFor, exec. */
import type { ClusterEntry, ExecSpec, UserEntry } from "./kubeconfigEntries.ts";

/** Undefined where the entries can be used. */
export function contradictionIn(cluster: ClusterEntry, user: UserEntry | undefined): string | undefined {
  const inCluster = clusterProblem(cluster);
  if (inCluster !== undefined) return `Cluster "${cluster.name}" of the kubeconfig ${inCluster}`;
  const inUser = user && userProblem(user);
  return inUser === undefined ? undefined : `User "${user?.name}" of the kubeconfig ${inUser}`;
}

function clusterProblem({ authorityData, authorityFile, insecure }: ClusterEntry): string | undefined {
  const authority = authorityData !== "" || authorityFile !== "";
  if (insecure && authority) return "has insecure-skip-tls-verify and a certificate authority: keep one of both";
  if (authorityData !== "" && authorityFile !== "") return "has certificate-authority and certificate-authority-data: keep one of both";
  return undefined;
}

function userProblem(user: UserEntry): string | undefined {
  const token = user.token !== "" || user.tokenFile !== "";
  const basic = user.username !== "" || user.password !== "";
  if (token && basic) return "has a token and a user name with password: keep one of both";
  if (user.certificateData !== "" && user.certificateFile !== "")
    return "has client-certificate and client-certificate-data: keep one of both";
  if (user.keyData !== "" && user.keyFile !== "") return "has client-key and client-key-data: keep one of both";
  const certificate = user.certificateData !== "" || user.certificateFile !== "";
  const key = user.keyData !== "" || user.keyFile !== "";
  if (certificate !== key) return certificate ? "has a client-certificate but no client-key" : "has a client-key but no client-certificate";
  if (user.as === "" && (user.asUid !== "" || user.asGroups.length > 0 || user.asExtra.length > 0))
    return "impersonates groups, uid or extra without a user (as)";
  if (user.authProvider !== undefined) return providerProblem(user.authProvider.name, user.exec);
  return user.exec && execProblem(user.exec);
}

/** client-node would run programs for azure and gcp, and wait for them without letting anything else happen. */
function providerProblem(name: string, exec: ExecSpec | undefined): string | undefined {
  if (exec !== undefined) return "has an auth-provider and an exec plugin: keep one of both";
  if (name === "oidc") return undefined;
  if (name === "azure")
    return 'uses the auth-provider "azure", which kubectl removed: use the exec plugin kubelogin instead (https://github.com/Azure/kubelogin)';
  if (name === "gcp") return 'uses the auth-provider "gcp", which kubectl removed: use the exec plugin gke-gcloud-auth-plugin instead';
  return `uses the auth-provider "${name}", which kubectl does not know`;
}

const group = "client.authentication.k8s.io";
const modes = ["Never", "IfAvailable", "Always"];

function execProblem({ command, apiVersion, env, interactiveMode }: ExecSpec): string | undefined {
  if (command === "") return "has an exec plugin without command";
  if (apiVersion === "") return "has an exec plugin without apiVersion";
  if (apiVersion === `${group}/v1alpha1`)
    return `has an exec plugin of version ${group}/v1alpha1, which kubectl removed: set apiVersion to ${group}/v1 if the plugin can do it`;
  if (apiVersion !== `${group}/v1` && apiVersion !== `${group}/v1beta1`) return `has an exec plugin of unknown apiVersion "${apiVersion}"`;
  if (env.some(([name]) => name === "")) return "has an exec plugin with an env entry without name";
  if (interactiveMode === "" && apiVersion === `${group}/v1`)
    return "has an exec plugin without interactiveMode: set Never, IfAvailable or Always";
  if (interactiveMode !== "" && !modes.includes(interactiveMode))
    return `has an exec plugin with unknown interactiveMode "${interactiveMode}"`;
  if (interactiveMode === "Always")
    return `has the exec plugin ${command} with interactiveMode Always, which needs a terminal and has none here: use a plugin or a mode that needs none`;
  return undefined;
}
