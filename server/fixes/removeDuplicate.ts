import { printElement } from "../../shared/fieldpath/printPath.ts";
import { dropOne } from "../../shared/manifest/dropFields.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { Fix, Offer } from "./fix.ts";

/** Removes one of two equal list items: preferred where both are written alike, since then nothing is lost. */
export const removeDuplicate: Fix = {
  id: "remove-duplicate",
  codes: ["duplicate-item"],
  offer({ snapshot, code, path, ordinal }) {
    const { object, kind } = snapshot;
    const element = path.at(-1);
    const places = locate(object, path, kind.type);
    const [first, second] = [places[0], places[ordinal]];
    if (element === undefined || first === undefined || second === undefined || ordinal === 0) return [];
    const textOf = ({ value }: typeof first): string => object.source.text.slice(value.start, value.end);
    const alike = textOf(first) === textOf(second);
    const name = printElement(element);
    return [
      { nth: ordinal, title: `Remove this ${name}${alike ? ", which is written alike above" : ", keep the one above"}`, preferred: alike },
      { nth: 0, title: `Remove the first ${name}, keep this one`, preferred: false },
    ].flatMap(({ nth, title, preferred }): Offer[] => {
      const { edits, refused } = dropOne(object, path, nth, kind.type);
      if (edits.length === 0 || refused.length > 0) return [];
      return [{ id: removeDuplicate.id, title, preferred, edits, resolves: [{ snapshot, code, path }] }];
    });
  },
};
