/**
 * One document's text → the trees that kubectl reads from it: one of YAML, or a stream of JSON values.
 * Counterpart in Go: apimachinery YAMLOrJSONDecoder.
 */
import { YamlError, type YamlNode } from "../yaml/node.ts";
import { looksLikeJson, parseJsonTree } from "../yaml/parseJson.ts";
import { parseYaml } from "../yaml/parseYaml.ts";

export interface ReadText {
  /** The roots, in text order. */
  readonly roots: readonly YamlNode[];
  readonly error: YamlError | undefined;
  /** Where reading ended: what follows is lost, or is where the error is. */
  readonly end: number;
  readonly json: boolean;
  readonly sawTemplate: boolean;
}

/** The trees of a document's text, which may start with its separator line. A last line without line break counts as one with it. */
export function readText(text: string): ReadText {
  const from = text.startsWith("\ufeff") ? 1 : 0;
  if (looksLikeJson(text)) {
    const json = readJsonStream(text);
    if (json.roots.length > 1 || (json.roots.length === 1 && json.error === undefined)) return json;
  }
  const separator = separatorLine(text);
  if (separator?.problem !== undefined) return { roots: [], error: separator.problem, end: separator.end, json: false, sawTemplate: false };
  const { root, error, end, sawTemplate } = parseYaml(text.endsWith("\n") ? text : `${text}\n`, separator?.end ?? from);
  return { roots: root === undefined ? [] : [root], error, end, json: false, sawTemplate };
}

/** JSON values one after the other; the error is where the next one fails. */
export function readJsonStream(text: string): ReadText {
  const roots: YamlNode[] = [];
  let end = 0;
  try {
    for (;;) {
      const { root, end: next } = parseJsonTree(text, end);
      if (root === undefined) return { roots, error: undefined, end: next, json: true, sawTemplate: false };
      roots.push(root);
      end = next;
    }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return { roots, error, end, json: true, sawTemplate: false };
  }
}

/** The `---` line at the start of a text: only a comment may follow the dashes. */
function separatorLine(text: string): { readonly end: number; readonly problem: YamlError | undefined } | undefined {
  if (!text.startsWith("---")) return undefined;
  const lineFeed = text.indexOf("\n");
  const end = lineFeed < 0 ? text.length : lineFeed + 1;
  const rest = text.slice(3, end).trim();
  if (rest === "" || rest.startsWith("#")) return { end, problem: undefined };
  const start = text.indexOf(rest, 3);
  return {
    end,
    problem: new YamlError("syntax", "only a comment may follow --- on its line: kubectl refuses the file", start, start + rest.length),
  };
}
