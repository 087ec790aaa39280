/**
 * One document's text → what it is, the objects in it, and what is wrong with it.
 * Invariant: never throws, never marks more than one line, and leaves alone what is no object to apply.
 */
import { printPath } from "../fieldpath/printPath.ts";
import { isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { deducedType } from "../schema/deduced.ts";
import { evaluate } from "../yaml/evaluate.ts";
import { type MapNode, targetOf, YamlError, type YamlNode } from "../yaml/node.ts";
import { hasTemplateLine } from "../yaml/templates.ts";
import { directivesOf } from "./directives.ts";
import { type ReadText, readText } from "./documentValues.ts";
import { itemOf } from "./kubectlValues.ts";
import { locate } from "./locate.ts";
import type { ManifestDocument, ManifestObject, ManifestProblem } from "./model.ts";
import { metadataProblem } from "./objectMeta.ts";
import { lineRange, problem, wordRange } from "./problems.ts";

const largestText = 3 * 1024 * 1024;

/** The document of one text that `splitDocuments` gave. */
export function parseDocument(text: string): ManifestDocument {
  if (text.length > largestText) {
    const message = "documents over 3 MiB are not analysed";
    return { text, kind: "tooLarge", problems: [problem("too-large", message, lineRange(text, 0), "warning")], objects: [] };
  }
  const read = readText(text);
  if (read.sawTemplate || (read.error !== undefined && hasTemplateLine(text.slice(read.error.start)))) return plain(text, "template");
  if (read.error !== undefined) return plain(text, "broken", [syntaxProblem(text, read.error)]);
  const problems: ManifestProblem[] = [...textAfterEnd(text, read)];
  const roots: { readonly node: YamlNode; readonly value: Value }[] = [];
  try {
    for (const node of read.roots) {
      const { value, lostKeys } = evaluate(node);
      if (value !== null) roots.push({ node, value });
      for (const { entry, name } of lostKeys) {
        const key = entry.key as YamlNode;
        const message = `"${name}" is written again below: this one is lost`;
        problems.push(problem("duplicate-key", message, wordRange(text, key.start, key.end), "warning"));
      }
    }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return plain(text, "broken", [syntaxProblem(text, error)]);
  }
  if (roots.length === 0) return plain(text, "empty", problems);
  if (text.includes("ENC[") && roots.some(({ value }) => isMap(valueAt(value, "sops")))) return plain(text, "encrypted");
  const objects = roots.flatMap(({ node, value }) => objectsIn(text, node, value));
  if (objects.length === 0) return plain(text, "other", problems);
  for (const { node, value } of roots) {
    const wrong = metadataProblem(value);
    const root = targetOf(node);
    if (wrong === undefined || root.kind !== "map") continue;
    const [place] = locate({ ...(objects[0] as ManifestObject), source: { text, root } }, wrong.path, deducedType).filter(
      (found) => found.effective,
    );
    const { start, end } = place?.value ?? { start: root.start, end: root.end };
    problems.push(
      problem("bad-object", `${printPath(wrong.path)} must be ${wrong.wanted}: kubectl refuses it`, wordRange(text, start, end)),
    );
  }
  return { text, kind: "objects", problems, objects };
}

function plain(text: string, kind: ManifestDocument["kind"], problems: readonly ManifestProblem[] = []): ManifestDocument {
  return { text, kind, problems, objects: [] };
}

/** The document's object, or the items of a list; those without a name are none. */
function objectsIn(text: string, node: YamlNode, value: Value): ManifestObject[] {
  const kind = stringAt(value, "kind") ?? "";
  const apiVersion = stringAt(value, "apiVersion") ?? "";
  const root = targetOf(node);
  if (root.kind !== "map" || kind === "" || apiVersion === "" || apiVersion.startsWith("kustomize.config.k8s.io/")) return [];
  const items = root.entries.findLast((entry) => entry.name === "items");
  if (items === undefined || !Array.isArray(valueAt(value, "items"))) return objectOf(text, root, value);
  const list = targetOf(items.value);
  if (list.kind !== "list") return [];
  return list.entries.flatMap((entry, index) => {
    const item = itemOf(list.value?.[index] ?? null, kind.replace(/List$/, ""), apiVersion);
    const at = targetOf(entry.value);
    return at.kind === "map" && item !== undefined ? objectOf(text, at, item) : [];
  });
}

function objectOf(text: string, root: MapNode, value: Value): ManifestObject[] {
  const name = stringAt(value, "metadata", "name") || undefined;
  const generateName = stringAt(value, "metadata", "generateName") || undefined;
  if (name === undefined && generateName === undefined) return [];
  return [
    {
      apiVersion: stringAt(value, "apiVersion") ?? "",
      kind: stringAt(value, "kind") ?? "",
      name,
      generateName,
      namespace: stringAt(value, "metadata", "namespace") || undefined,
      value,
      range: { start: root.start, end: root.end },
      source: { text, root },
      directives: directivesOf(text),
    },
  ];
}

function syntaxProblem(text: string, error: YamlError): ManifestProblem {
  const marker = error.code === "syntax" ? /^(?:<{7}|={7}|>{7})(?:[ \r\n]|$)/m.exec(text) : null;
  if (marker !== null) return problem("syntax", "a merge conflict is not resolved here", lineRange(text, marker.index));
  return problem(error.code, error.message, wordRange(text, error.start, error.end));
}

/** kubectl reads one document between two separator lines, and drops what follows it. */
function textAfterEnd(text: string, { end, json }: ReadText): ManifestProblem[] {
  if (json) return [];
  const rest = /(?<=^|\n)(?!(?:\.\.\.)?[ \t\r]*(?:#.*)?(?:\n|$)).+/.exec(text.slice(end).replace(/^[ \t]*#.*/, ""));
  if (rest === null) return [];
  const lost = text.slice(end).indexOf(rest[0]);
  return [problem("text-after-document-end", "kubectl drops this: the document ended before it", lineRange(text, end + lost), "warning")];
}
