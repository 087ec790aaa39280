import type { TextEdit } from "../../shared/manifest/model.ts";
import { scalarAt } from "../../shared/manifest/scalarAt.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { resolve } from "../../shared/schema/resolve.ts";
import { typeAtPath } from "../../shared/typed/atPath.ts";
import type { Fix } from "./fix.ts";

/** Writes a scalar so that kubectl sends the type that the schema wants: quotes a plain one, or takes the quotes off. */
export const retypeValue: Fix = {
  id: "retype-value",
  codes: ["wrong-type", "yaml-problem", "yaml-1.1-value"],
  offer({ snapshot, code, path }) {
    const { object, kind } = snapshot;
    const type = typeAtPath(kind.type, path);
    const declared = type === undefined ? undefined : resolve(type)?.scalar;
    const wanted = declared === "untyped" ? "string" : declared;
    const written = scalarAt(object, path, kind.type);
    if (wanted === undefined || written === undefined || written.shared) return [];
    const { start, end, style, text } = written.node;
    const source = object.source.text.slice(start, end);
    const isQuoted = style === "single" || style === "double";
    const quotes = wanted === "string";
    if (quotes ? isQuoted || source !== text : !isQuoted || source.slice(1, -1) !== text || !fits[wanted].test(text)) return [];
    const shown = object.kind === "Secret" ? undefined : quotes ? `"${text}"` : text;
    const title = quotes ? titles.quotes(shown) : titles.unquotes(shown);
    // Only the quotes come and go: a value of a Secret is no part of the edit. No plain number, boolean or date has a character to escape.
    const edit = (from: number, to: number): TextEdit => ({ range: { start: from, end: to }, newText: quotes ? '"' : "" });
    return [
      {
        id: retypeValue.id,
        title,
        preferred: code !== "yaml-1.1-value",
        edits: quotes ? [edit(start, start), edit(end, end)] : [edit(start, start + 1), edit(end - 1, end)],
        resolves: [{ snapshot, code, path }],
      },
    ];
  },
};

/** What reads as the type when it stands without quotes. */
const fits = { numeric: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/, boolean: /^(?:true|false)$/ } as const;
