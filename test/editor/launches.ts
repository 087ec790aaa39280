/** The launches of the editor: which suite runs in which workspace, and what it finds there. */
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startServer, type TestServer } from "../cluster/server.ts";
import type { Actions } from "./bridge.ts";

const repository = path.resolve(import.meta.dirname, "../..");

export interface Launch {
  readonly suite: string;
  readonly trusted: boolean;
  /** Fills the workspace folder; answers the suite's environment, and what to do when it is done. */
  prepare(place: Place): Promise<Prepared>;
}

/** Folders of one launch, gone after it. */
interface Place {
  readonly workspace: string;
  /** Beside the workspace, not in it. */
  readonly aside: string;
  /** The runner's would-be API server. */
  readonly clusterUrl: string;
}

interface Prepared {
  readonly env: Readonly<Record<string, string>>;
  /** A `.code-workspace` file to open instead of the folder. */
  readonly workspaceFile?: string;
  /** What else the suite may ask of the runner. */
  readonly actions?: Actions;
  readonly done?: () => Promise<void>;
}

/** The examples with their saved live objects; no cluster. */
const saved: Launch = {
  suite: "saved",
  trusted: true,
  prepare: async ({ workspace, aside }) => {
    cpSync(path.join(repository, "examples"), workspace, { recursive: true });
    return { env: { KUBECONFIG: path.join(aside, "none") } };
  },
};

/** The examples again, with a kubeconfig whose credentials come from a program, in a workspace that nobody trusts yet. */
const restricted: Launch = {
  suite: "restricted",
  trusted: false,
  prepare: async ({ workspace, aside, clusterUrl }) => {
    cpSync(path.join(repository, "examples"), workspace, { recursive: true });
    const settings = { "fieldOwnership.live.files": ["live/deployment.yaml"], "fieldOwnership.cluster.connect": "auto" };
    writeFileSync(path.join(workspace, ".vscode/settings.json"), JSON.stringify(settings));
    const trace = path.join(aside, "credentials-were-asked");
    const program = path.join(aside, "credentials");
    const credential = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token: "t" } };
    writeFileSync(program, `#!/bin/sh\ntouch ${trace}\necho '${JSON.stringify(credential)}'\n`);
    chmodSync(program, 0o755);
    const kubeconfig = path.join(aside, "kubeconfig");
    writeFileSync(kubeconfig, JSON.stringify(kubeconfigWithProgram(clusterUrl, program)));
    return { env: { KUBECONFIG: kubeconfig, EDITOR_TEST_TRACE: trace } };
  },
};

/** A real kube-apiserver, whose Deployment somebody scaled after it was applied. The suite may have it go away for a while. */
const withCluster = (suite: string): Launch => ({
  suite,
  trusted: true,
  prepare: async ({ workspace }) => {
    cpSync(path.join(import.meta.dirname, "workspaces/cluster"), workspace, { recursive: true });
    const server = await startServer();
    const kubectl = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await server.kubectl(args);
      if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
    };
    try {
      await kubectl("apply", "--server-side", "--field-manager=team-cd", "-f", path.join(workspace, "web.yaml"));
      await kubectl("scale", "deployment/web", "--replicas=5");
    } catch (error) {
      await server.stop();
      throw error;
    }
    const { folder, url, kubeconfig, kubectlPath, authority } = server;
    const address = JSON.stringify({ folder, url, kubeconfig, kubectlPath, authority });
    return { env: { KUBECONFIG: kubeconfig, EDITOR_TEST_CLUSTER: address }, actions: absence(server), done: () => server.stop() };
  },
});

/** A workspace of two folders with settings of their own. */
const folders: Launch = {
  suite: "folders",
  trusted: true,
  prepare: async ({ workspace, aside }) => {
    for (const name of ["a", "b"]) {
      cpSync(path.join(repository, "examples/shop"), path.join(workspace, name, "shop"), { recursive: true });
      mkdirSync(path.join(workspace, name, ".vscode"));
      writeFileSync(
        path.join(workspace, name, ".vscode/settings.json"),
        JSON.stringify({ "fieldOwnership.apply.manager": `team-${name}` }),
      );
    }
    cpSync(path.join(repository, "examples/live"), path.join(workspace, "a/live"), { recursive: true });
    const workspaceFile = path.join(workspace, "both.code-workspace");
    const settings = { "fieldOwnership.live.files": ["live/*.yaml"] };
    writeFileSync(workspaceFile, JSON.stringify({ folders: [{ path: "a" }, { path: "b" }], settings }));
    return { env: { KUBECONFIG: path.join(aside, "none") }, workspaceFile };
  },
};

export const launches: readonly Launch[] = [saved, folders, restricted, withCluster("cluster"), withCluster("verify")];

function absence(server: TestServer): Actions {
  let back: Promise<void> | undefined;
  let comeBack: () => void = () => undefined;
  return {
    serverLeaves: () =>
      new Promise<void>((left, failed) => {
        const meanwhile = (): Promise<void> => {
          left();
          return new Promise((resolve) => {
            comeBack = resolve;
          });
        };
        back = server.restart(meanwhile);
        back.catch(failed);
      }),
    serverReturns: async () => {
      comeBack();
      await back;
    },
  };
}

function kubeconfigWithProgram(server: string, command: string): object {
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" };
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "shop", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "shop", user: { exec } }],
    contexts: [{ name: "shop", context: { cluster: "shop", user: "shop", namespace: "shop" } }],
    "current-context": "shop",
  };
}
