/** The language server as an editor starts it: the bundle, in a process of its own, over stdio. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { type LspClient, type LspClientOptions, startLspClient } from "../support/lspClient.ts";

export async function startLanguageServer(options: LspClientOptions): Promise<LspClient> {
  const bundle = join(import.meta.dirname, "..", "..", "dist", "server.cjs");
  const child = spawn(process.execPath, [bundle, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const kill = (): boolean => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const client = await startLspClient(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin), options);
  return {
    ...client,
    async stop() {
      await client.stop();
      await ended;
      process.off("exit", kill);
    },
  };
}
