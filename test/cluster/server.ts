/**
 * A real kube-apiserver with its etcd on loopback, for tests: no cluster, no containers, no controllers (nothing scales,
 * rolls out or is garbage-collected; write through `/scale` and `/status` yourself).
 *
 * Invariant: whatever way the process ends, short of SIGKILL, the two programs end with it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClusterAddress, type ClusterClient, connect } from "./connect.ts";
import { kubeconfigText, readOnlyRoles, tokensFile } from "./users.ts";

export interface TestServer extends ClusterClient {
  /** Ends the API server, does what is to be done without it, starts it anew on the same port and waits until it is ready. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Ends both programs and removes their data. */
  stop(): Promise<void>;
}

/** Starts a fresh server, answering when it is ready. `programs`: their folder; without, they are built where they are missing. */
export async function startServer(programs: string = build()): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "field-ownership-cluster-"));
  const [port, etcdPort, peerPort] = await freePorts();
  const address: ClusterAddress = {
    folder,
    url: `https://127.0.0.1:${port}`,
    kubeconfig: join(folder, "kubeconfig"),
    kubectlPath: join(programs, "kubectl"),
    authority: join(folder, "certs", "apiserver.crt"),
  };
  const etcd = start(join(programs, "etcd"), etcdArguments(etcdPort, peerPort), folder, "etcd.log");
  writeFileSync(join(folder, "tokens.csv"), tokensFile);
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(join(folder, "sa.key"), privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  const startApiserver = (): ChildProcess =>
    start(join(programs, "kube-apiserver"), apiserverArguments(port, etcdPort), folder, "apiserver.log");
  let apiserver = startApiserver();

  const kill = (): void => {
    apiserver.kill("SIGKILL");
    etcd.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const onSignal = (): never => process.exit(130);
  process.once("exit", kill).once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const stop = async (): Promise<void> => {
    await ended(apiserver);
    await ended(etcd);
    process.off("exit", kill).off("SIGINT", onSignal).off("SIGTERM", onSignal);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const client = await ready(address, [etcd, apiserver]);
    writeFileSync(address.kubeconfig, kubeconfigText(address));
    for (const object of readOnlyRoles) await client.create(object);
    const restart = async (meanwhile: () => Promise<void>): Promise<void> => {
      await ended(apiserver);
      await meanwhile();
      apiserver = startApiserver();
      await ready(address, [etcd, apiserver]);
    };
    return { ...client, restart, stop };
  } catch (error) {
    const log = tail(join(folder, "apiserver.log"));
    await stop();
    throw new Error(`kube-apiserver did not become ready: ${error instanceof Error ? error.message : error}\n${log}`);
  }
}

function build(): string {
  return execFileSync("bash", [join(import.meta.dirname, "build.sh")], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

function etcdArguments(port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return [
    ...["--data-dir", "etcd", "--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`],
    "--unsafe-no-fsync",
  ];
}

function apiserverArguments(port: number, etcdPort: number): string[] {
  return [
    ...["--etcd-servers", `http://127.0.0.1:${etcdPort}`, "--secure-port", `${port}`, "--bind-address", "127.0.0.1"],
    ...["--cert-dir", "certs", "--service-cluster-ip-range", "10.0.0.0/20", "--token-auth-file", "tokens.csv"],
    ...["--authorization-mode", "RBAC", "--service-account-issuer", "https://127.0.0.1"],
    ...["--service-account-key-file", "sa.key", "--service-account-signing-key-file", "sa.key"],
    // Without controllers nobody makes the default service account, and this plugin would refuse every Pod.
    ...["--disable-admission-plugins", "ServiceAccount", "--endpoint-reconciler-type", "none"],
  ];
}

function start(program: string, args: string[], folder: string, log: string): ChildProcess {
  const output = openSync(join(folder, log), "a");
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", output, output] });
  child.once("error", (error) => writeFileSync(join(folder, log), `${error}\n`, { flag: "a" }));
  return child;
}

/** Waits for `/readyz`, and for the serving certificate that the server writes while it starts. */
async function ready(address: ClusterAddress, programs: readonly ChildProcess[]): Promise<ClusterClient> {
  let last = "no answer yet";
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    if (programs.some((program) => program.exitCode !== null || program.signalCode !== null))
      throw new Error("a program ended while starting");
    if (!existsSync(address.authority)) continue;
    try {
      const client = connect(address);
      const answer = await client.request({ path: "/readyz" });
      if (answer.status === 200) return client;
      last = answer.text;
    } catch (error) {
      last = String(error);
    }
  }
  throw new Error(`no /readyz within 60 s; last: ${last}`);
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const impatience = setTimeout(() => child.kill("SIGKILL"), 5_000);
    child.once("exit", () => {
      clearTimeout(impatience);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

/** Three ports that were free a moment ago; all are held until the last is known, so they differ. */
async function freePorts(): Promise<readonly [number, number, number]> {
  const [first, second, third] = [await listen(), await listen(), await listen()];
  await Promise.all([first, second, third].map((server) => new Promise((resolve) => server.close(resolve))));
  return [first.port, second.port, third.port];
}

function listen(): Promise<{ readonly port: number; close(done: (error?: Error) => void): unknown }> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return reject(new Error("no port"));
      resolve({ port: address.port, close: (done) => server.close(done) });
    });
  });
}

function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-25).join("\n") : "";
}
