/** The built language server as an editor starts it, with a probe in its process and an eye on all that it says. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LogMessageNotification, MessageType, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { type LspClient, type LspClientOptions, startLspClient } from "../support/lspClient.ts";
import type { ProbeMessage } from "./probe.ts";

export interface Memory {
  /** After garbage was collected, what the heap refers to outside of it included. */
  readonly heapBytes: number;
  readonly residentBytes: number;
}

export interface SoakedServer {
  readonly editor: LspClient;
  /** What nobody caught, what was logged as an error, what was written to stderr, planted words that were said, and an early end. */
  readonly troubles: readonly string[];
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** `folder`: gets a copy of the bundles, so that a build meanwhile does not matter, and the schemas. `planted`: words never to be said. */
export async function startSoakedServer(folder: string, planted: readonly string[], options: LspClientOptions): Promise<SoakedServer> {
  const dist = join(import.meta.dirname, "..", "..", "dist");
  for (const bundle of ["server.cjs", "cluster.cjs"]) cpSync(join(dist, bundle), join(folder, bundle));
  const probe = pathToFileURL(join(import.meta.dirname, "probe.ts")).href;
  const child = spawn(process.execPath, ["--import", probe, join(folder, "server.cjs"), "--stdio"], {
    stdio: ["pipe", "pipe", "pipe", "ipc"],
    env: { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder, NODE_NO_WARNINGS: "1" },
  });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error("no pipes");
  const kill = (): boolean => child.kill("SIGKILL");
  process.once("exit", kill);
  const troubles: string[] = [];
  let stopping = false;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.once("exit", (code, signal) => {
    if (!stopping) troubles.push(`the server ended with ${code ?? signal}`);
  });
  stderr.setEncoding("utf8").on("data", (text: string) => troubles.push(`stderr: ${text}`));
  let tail = "";
  stdout.on("data", (chunk: Buffer) => {
    const text = tail + chunk.toString("latin1");
    for (const word of planted) if (text.includes(word)) troubles.push("a planted value was said");
    tail = text.slice(-100);
  });
  child.on("message", (message: ProbeMessage) => {
    if ("uncaught" in message) troubles.push(message.uncaught);
  });
  const editor = await startLspClient(new StreamMessageReader(stdout), new StreamMessageWriter(stdin), options);
  editor.connection.onNotification(LogMessageNotification.type, ({ type, message }) => {
    if (type === MessageType.Error) troubles.push(`logged: ${message}`);
  });
  return {
    editor,
    troubles,
    memory: () => memoryOf(child),
    async stop() {
      stopping = true;
      await editor.stop();
      await ended;
      process.off("exit", kill);
    },
  };
}

function memoryOf(child: ChildProcess): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const hear = (message: ProbeMessage): void => {
      if (!("heapBytes" in message)) return;
      child.off("message", hear);
      resolve(message);
    };
    child.on("message", hear);
    child.send("memory", (error) => {
      if (error) reject(error);
    });
  });
}
