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

/**
 * The trees of a document's text. A last line without line break counts as one with it. `withSeparator`: the separator line at
 * the start of the text is YAML to kubectl too, which matters for `---#comment` only.
 */
export function readText(text: string, withSeparator = false): ReadText {
  if (looksLikeJson(text)) {
    const json = readJsonStream(text);
    if (json.roots.length > 1 || (json.roots.length === 1 && json.error === undefined)) return json;
  }
  const separator = separatorLine(text);
  if (separator.problem !== undefined) return { roots: [], error: separator.problem, end: separator.end, json: false, sawTemplate: false };
  const bodyStart = withSeparator ? 0 : separator.end;
  const from = text.charCodeAt(bodyStart) === 0xfeff ? bodyStart + 1 : bodyStart;
  const { root, error, end, sawTemplate } = parseYaml(/[\r\n]$/.test(text) ? text : `${text}\n`, from);
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

/** The `---` line at the start of a text, if there is one: only a comment may follow the dashes. */
export function separatorLine(text: string): { readonly end: number; readonly problem: YamlError | undefined } {
  if (!text.startsWith("---")) return { end: 0, problem: undefined };
  const lineFeed = text.indexOf("\n");
  const end = lineFeed < 0 ? text.length : lineFeed + 1;
  const rest = text.slice(3, end).replace(/^(?:[^\S\ufeff]|\x85)+|(?:[^\S\ufeff]|\x85)+$/g, "");
  if (rest === "" || rest.startsWith("#")) return { end, problem: undefined };
  const start = text.indexOf(rest, 3);
  const message = "only a comment may follow --- on its line: kubectl refuses the file";
  return { end, problem: new YamlError("syntax", message, start, start + rest.length) };
}
