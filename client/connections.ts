/** The clusters that the person connected to, remembered on this machine: neither synced nor taken along to another one. */
import os from "node:os";
import * as vscode from "vscode";
import type { TargetCluster } from "../shared/messages.ts";

export type Connection = Pick<TargetCluster, "context" | "server" | "identity">;

export interface Connections {
  list(): readonly Connection[];
  add(connection: Connection): Promise<void>;
  remove(connection: Connection): Promise<void>;
  readonly onChange: vscode.Event<void>;
}

interface Remembered extends Connection {
  /** VS Code keeps one memory for this machine and for those it works on remotely. */
  readonly machine: string;
}

const key = "connections";

export function openConnections(memory: vscode.Memento): Connections & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const machine = os.hostname();
  const all = (): readonly Remembered[] => memory.get<readonly Remembered[]>(key, []);
  const others = (identity: string): readonly Remembered[] =>
    all().filter((known) => known.machine !== machine || known.identity !== identity);
  const keep = async (next: readonly Remembered[]): Promise<void> => {
    await memory.update(key, next);
    changed.fire();
  };
  return {
    list: () => all().filter((known) => known.machine === machine),
    add: ({ context, server, identity }) => keep([...others(identity), { context, server, identity, machine }]),
    remove: ({ identity }) => keep(others(identity)),
    onChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
