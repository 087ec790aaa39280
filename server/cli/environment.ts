import type { Cluster } from "../cluster/ports.ts";

/** What a command may touch of the world; a test gives its own. */
export interface Environment {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Whether stdout is a terminal. */
  readonly terminal: boolean;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly stdin: () => Promise<Uint8Array>;
  readonly now: () => number;
  readonly cluster: () => Promise<Cluster>;
  readonly version: () => string;
}
