import { scalarAt } from "../../shared/manifest/scalarAt.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { resolve } from "../../shared/schema/resolve.ts";
import { typeAtPath } from "../../shared/typed/atPath.ts";
import type { Fix } from "./fix.ts";

/** Writes a scalar so that kubectl sends the type that the schema wants: quotes a plain one, or takes the quotes off. */
export const retypeValue: Fix = {
  id: "retype-value",
  codes: ["wrong-type", "yaml-1.1-value"],
  offer({ snapshot, code, path }) {
    const { object, kind } = snapshot;
    const type = typeAtPath(kind.type, path);
    const declared = type === undefined ? undefined : resolve(type)?.scalar;
    const wanted = declared === "untyped" ? "string" : declared;
    const written = scalarAt(object, path, kind.type);
    if (wanted === undefined || written === undefined || written.shared) return [];
    const { start, end, style, text } = written.node;
    const source = object.source.text.slice(start, end);
    const quoted = style === "single" || style === "double";
    if (wanted === "string" ? quoted || source !== text : !quoted || !fits[wanted].test(text)) return [];
    const newText = wanted === "string" ? JSON.stringify(text) : text;
    const shown = object.kind === "Secret" ? undefined : newText;
    const title = wanted === "string" ? titles.quotes(shown) : titles.unquotes(shown);
    return [
      {
        id: retypeValue.id,
        title,
        preferred: code === "wrong-type",
        edits: [{ range: { start, end }, newText }],
        resolves: [{ snapshot, code, path }],
      },
    ];
  },
};

/** What reads as the type when it stands without quotes. */
const fits = { numeric: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/, boolean: /^(?:true|false)$/ } as const;
