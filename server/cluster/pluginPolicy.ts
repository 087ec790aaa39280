/**
 * Which credential plugins the person lets kubectl run, as the file kuberc says it: who forbade kubectl a program forbade it us.
 * Counterpart in Go: kubectl pkg/kuberc, client-go exec's PluginPolicy.
 */
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import { findProgram } from "./findProgram.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Why this program, with its whole path, may not run; undefined where it may. A file that cannot be understood forbids all. */
export function pluginRefusal(program: string, env: Env): string | undefined {
  const file = env.KUBERC || path.join(env.HOME || os.homedir(), ".kube", "kuberc");
  if (env.KUBERC === "off" || env.KUBECTL_KUBERC === "false") return undefined;
  const preference = read(file);
  if (preference === "broken") return `was not run: ${file}, which may forbid it, cannot be read`;
  const policy = stringAt(preference, "credentialPluginPolicy") ?? "";
  if (policy === "" || policy === "AllowAll") return undefined;
  if (policy !== "Allowlist") return `was not run: credentialPluginPolicy in ${file} is ${policy}`;
  const list = valueAt(preference, "credentialPluginAllowlist") ?? [];
  const allowed = (isList(list) ? list : []).some((item) => {
    const found = findProgram(stringAt(item, "name") || stringAt(item, "command") || "", env);
    return "value" in found && found.value === program;
  });
  return allowed ? undefined : `was not run: ${program} is not in credentialPluginAllowlist of ${file}`;
}

/** The preferences; undefined where there are none. */
function read(file: string): Value | undefined | "broken" {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : "broken";
  }
  const { documents, error } = documentsAsKubectl(text);
  const version = "kubectl.config.k8s.io/v1beta1";
  const preference = documents.find((item) => stringAt(item, "kind") === "Preference" && stringAt(item, "apiVersion") === version);
  return preference === undefined && error !== undefined ? "broken" : preference;
}
