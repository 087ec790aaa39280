/**
 * Who stands behind a field manager's name: a dictionary of names that recur in managedFields. A name says what a program calls itself, so
 * each entry says what is usual. Invariant: what is not in the dictionary is shown by its raw name only; nothing is guessed from its sound,
 * but that a name with "autoscaler" or "injector" in it is one.
 */
import type { ManagerIdentity } from "../apply/model.ts";
import type { Names } from "./snapshot.ts";

/** What is known of a manager. */
export interface KnownManager {
  /** A few words: "kubectl edit, by hand". */
  readonly is: string;
  /** Whether it writes its field again once another took it; `maybe`: not by itself, or nobody knows. */
  readonly returns: "yes" | "no" | "maybe";
  /** How: goes on after its name, "puts it back at its next reconciliation". */
  readonly afterwards: string;
  /** What to do about a field of its, in a few words. */
  readonly advice: string;
  /** What a message adds to the name, where the name alone does not tell: "by hand". */
  readonly note: string | undefined;
}

/** What stands behind a name; undefined: nothing is known of it. */
export function knownManager({ manager, operation, subresource }: ManagerIdentity): KnownManager | undefined {
  const entry = entries.find(
    (candidate) =>
      matches(candidate.name, manager) &&
      (candidate.subresource === undefined || candidate.subresource === subresource) &&
      (candidate.operation === undefined || candidate.operation === operation),
  );
  return entry && { ...behaviours[entry.behaviour], is: entry.is, note: noteOf(entry) };
}

/** A few words about who that is: the person's own before ours; undefined where neither knows. */
export function whoIs(owner: ManagerIdentity, names: Names): string | undefined {
  return aliasOf(owner.manager, names) ?? (isUs(owner.manager, names.us) ? alsoUs : knownManager(owner)?.is);
}

/** What a message adds to a name, where that does not tell by itself: the person's own words before ours. */
export function noteOn(owner: ManagerIdentity, names: Names): string | undefined {
  return aliasOf(owner.manager, names) ?? (isUs(owner.manager, names.us) ? alsoUs : knownManager(owner)?.note);
}

/** The person's own words for a name. */
function aliasOf(manager: string, { aliases }: Names): string | undefined {
  const alias = Object.keys(aliases).find((name) => matches(name, manager));
  return alias === undefined ? undefined : aliases[alias];
}

/** Whether the person says that this name is theirs. */
export function isUs(manager: string, us: Names["us"]): boolean {
  return us.some((name) => matches(name, manager));
}

const alsoUs = "also us";

interface Entry {
  /** The name, or a part of it: `pulumi-*`, `*injector*`. */
  readonly name: string;
  readonly operation?: ManagerIdentity["operation"];
  readonly subresource?: string;
  readonly is: string;
  readonly behaviour: keyof typeof behaviours;
}

const behaviours = {
  hand: {
    returns: "no",
    afterwards: "will not come back for it",
    advice: "write its value into the file, or take the field over",
  },
  script: {
    returns: "maybe",
    afterwards: "may write it again when it runs again",
    advice: "find out which program sends this name before taking the field over",
  },
  clientSide: {
    returns: "no",
    afterwards: "comes back for it only when somebody applies client-side again",
    advice: "hand its fields over once everybody applies server-side",
  },
  deployer: {
    returns: "yes",
    afterwards: "takes it back at its next reconciliation",
    advice: "change the field where that deployer takes it from",
  },
  release: {
    returns: "maybe",
    afterwards: "writes it again, or is refused, at its next release",
    advice: "change the field where the release takes it from, or drop it",
  },
  autoscaler: {
    returns: "yes",
    afterwards: "writes it again at its next adjustment",
    advice: "leave the field out of the file",
  },
  controller: {
    returns: "yes",
    afterwards: "writes it again at its next look",
    advice: "leave the field out of the file",
  },
  injector: {
    returns: "yes",
    afterwards: "writes it again as soon as it notices",
    advice: "leave the field out of the file, placeholders too",
  },
  nobody: {
    returns: "no",
    afterwards: "will not come back for it",
    advice: "take the field over",
  },
} as const satisfies Record<string, Omit<KnownManager, "is" | "note">>;

function noteOf({ is, behaviour }: Entry): string | undefined {
  if (behaviour === "hand") return "by hand";
  // Their names say it.
  return behaviour === "clientSide" || behaviour === "deployer" || behaviour === "release" ? undefined : is;
}

/** The first that fits counts. */
const entries: readonly Entry[] = [
  { name: "kube-controller-manager", subresource: "scale", is: "a HorizontalPodAutoscaler", behaviour: "autoscaler" },
  { name: "kubectl", subresource: "scale", is: "kubectl scale, by hand", behaviour: "hand" },
  { name: "kubectl", operation: "Apply", is: "kubectl apply --server-side", behaviour: "release" },
  { name: "kubectl", is: "a kubectl command", behaviour: "hand" },
  { name: "kubectl.exe", is: "a kubectl command", behaviour: "hand" },
  { name: "kubectl-client-side-apply", is: "kubectl apply without --server-side", behaviour: "clientSide" },
  { name: "kubectl-last-applied", is: "what kubectl's last-applied annotation says", behaviour: "clientSide" },
  { name: "kubectl-create", is: "kubectl create, by hand", behaviour: "hand" },
  { name: "kubectl-edit", is: "kubectl edit, by hand", behaviour: "hand" },
  { name: "kubectl-patch", is: "kubectl patch, by hand", behaviour: "hand" },
  { name: "kubectl-replace", is: "kubectl replace, by hand", behaviour: "hand" },
  { name: "kubectl-set", is: "kubectl set, by hand", behaviour: "hand" },
  { name: "kubectl-scale", is: "kubectl scale, by hand", behaviour: "hand" },
  { name: "kubectl-label", is: "kubectl label, by hand", behaviour: "hand" },
  { name: "kubectl-annotate", is: "kubectl annotate, by hand", behaviour: "hand" },
  { name: "kubectl-taint", is: "kubectl taint, by hand", behaviour: "hand" },
  { name: "kubectl-rollout", is: "kubectl rollout, by hand", behaviour: "hand" },
  { name: "kubectl-run", is: "kubectl run, by hand", behaviour: "hand" },
  { name: "kubectl-expose", is: "kubectl expose, by hand", behaviour: "hand" },
  { name: "kubectl-autoscale", is: "kubectl autoscale, by hand", behaviour: "hand" },

  { name: "kustomize-controller", is: "Flux, from a Kustomization", behaviour: "deployer" },
  { name: "helm-controller", is: "Flux, from a HelmRelease", behaviour: "deployer" },
  { name: "argocd-controller", is: "Argo CD, server-side", behaviour: "deployer" },
  { name: "argocd-application-controller", is: "Argo CD", behaviour: "deployer" },
  { name: "configsync", is: "Config Sync", behaviour: "deployer" },
  { name: "flux", is: "the flux command", behaviour: "release" },
  { name: "kapp-server-side-fieldmanager", is: "kapp", behaviour: "release" },
  { name: "helm", operation: "Apply", is: "Helm 4", behaviour: "release" },
  { name: "helm", is: "Helm, client-side", behaviour: "release" },
  { name: "Terraform", is: "Terraform", behaviour: "release" },
  { name: "terraform-*", is: "Terraform", behaviour: "release" },
  { name: "HashiCorp", is: "Terraform", behaviour: "release" },
  { name: "pulumi-*", is: "Pulumi", behaviour: "release" },

  { name: "kube-controller-manager", is: "the control plane's controllers", behaviour: "controller" },
  { name: "k3s", subresource: "scale", is: "a HorizontalPodAutoscaler", behaviour: "autoscaler" },
  { name: "k3s", is: "the control plane's controllers, in k3s", behaviour: "controller" },
  { name: "clusterrole-aggregation-controller", is: "the control plane's filler of aggregated ClusterRoles", behaviour: "controller" },
  { name: "kube-scheduler", is: "the scheduler", behaviour: "controller" },
  { name: "kube-apiserver", is: "the API server itself", behaviour: "controller" },
  { name: "kubelet", is: "a node's kubelet", behaviour: "controller" },
  { name: "cloud-controller-manager", is: "the cloud provider's controllers", behaviour: "controller" },
  { name: "kube-*", is: "a part of Kubernetes", behaviour: "controller" },
  { name: "vpa-*", is: "a VerticalPodAutoscaler", behaviour: "autoscaler" },
  { name: "recommender-amd64", is: "a VerticalPodAutoscaler", behaviour: "autoscaler" },
  { name: "*autoscaler*", is: "an autoscaler", behaviour: "autoscaler" },
  { name: "keda", is: "KEDA, an autoscaler", behaviour: "autoscaler" },
  { name: "keda-*", is: "KEDA, an autoscaler", behaviour: "autoscaler" },
  { name: "capi-*", is: "Cluster API", behaviour: "controller" },
  { name: "cert-manager-cainjector", is: "cert-manager's injector of caBundle", behaviour: "injector" },
  { name: "pilot-discovery", is: "Istio's injector of its own caBundle", behaviour: "injector" },
  { name: "*injector*", is: "an injector", behaviour: "injector" },
  { name: "rancher", is: "Rancher's controllers, or a person at its user interface", behaviour: "script" },

  { name: "node-fetch", is: "a program in JavaScript, such as a desktop client", behaviour: "script" },
  { name: "okhttp", is: "a program in Java or Kotlin", behaviour: "script" },
  { name: "Go-http-client", is: "a program in Go that gives no name", behaviour: "script" },
  { name: "OpenAPI-Generator", is: "a program with a generated Kubernetes client", behaviour: "script" },
  { name: "python-requests", is: "a program in Python", behaviour: "script" },
  { name: "k9s", is: "k9s, by hand", behaviour: "hand" },
  { name: "curl", is: "curl, by hand or from a script", behaviour: "script" },
  { name: "Mozilla", is: "a web browser, such as a person at a dashboard", behaviour: "hand" },
  { name: "manager", is: "an operator whose program is called manager", behaviour: "script" },

  { name: "before-first-apply", is: "all that was there before ownership was recorded", behaviour: "nobody" },
  { name: "ancient-changes", is: "the oldest updates, put together to save room", behaviour: "nobody" },
  { name: "*-takeover-*", is: "a field that somebody forced by itself", behaviour: "nobody" },
  { name: "unknown", is: "a program that gave no name", behaviour: "script" },
];

function matches(pattern: string, name: string): boolean {
  const part = pattern.replaceAll("*", "");
  if (pattern.startsWith("*")) return name.includes(part);
  return pattern.endsWith("*") ? name.startsWith(part) : name === pattern;
}
