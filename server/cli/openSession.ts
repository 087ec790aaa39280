/** A session for one run of a command: everything asked at once, nothing waited for but answers. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { settings } from "../../shared/settings.ts";
import { createFiles, type FilesOptions } from "../files/files.ts";
import type { Session } from "../session/model.ts";
import { createSession } from "../session/session.ts";
import type { CheckOptions } from "./arguments.ts";
import type { Environment } from "./environment.ts";
import { extensions } from "./inputs.ts";

/** With saved live objects no cluster is asked; without, `saved` holds no globs. */
export function openSession(
  options: Omit<CheckOptions, "inputs" | "output" | "color" | "crds" | "verify">,
  saved: FilesOptions,
  environment: Pick<Environment, "cluster" | "now">,
): Session {
  return createSession({
    settings: {
      "apply.manager": options.fieldManager ?? settings["apply.manager"].default,
      "apply.with": settings["apply.with"].default,
      "apply.force": options.forceConflicts ? "on" : settings["apply.force"].default,
      "live.files": saved.liveGlobs,
      // Whoever calls the command line says by it that the cluster may be asked.
      "cluster.connect": options.live === undefined ? "auto" : "off",
      "cluster.kubeconfig": options.kubeconfig ?? "",
      "cluster.context": options.context ?? "",
      "cluster.namespace": options.namespace ?? "",
      "verify.onSave": false,
      "rules.severities": {},
    },
    flags: true,
    together: true,
    trusted: true,
    files: createFiles(saved),
    ...(options.live === undefined ? { cluster: environment.cluster } : {}),
    now: environment.now,
    quietMs: 0,
    objectsPerFile: Number.POSITIVE_INFINITY,
  });
}

/** `--live` as globs: a file, or the manifests' extensions in a folder. */
export async function savedFiles({ live, recursive }: Pick<CheckOptions, "live" | "recursive">, cwd: string): Promise<FilesOptions> {
  if (live === undefined) return { roots: [cwd], liveGlobs: [] };
  const given = path.resolve(cwd, live);
  if (!(await stat(given)).isDirectory()) return { roots: [path.dirname(given)], liveGlobs: [path.basename(given)] };
  return { roots: [given], liveGlobs: extensions.map((extension) => `${recursive ? "**/" : ""}*${extension}`) };
}
