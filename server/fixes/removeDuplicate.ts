import { printElement, printPath } from "../../shared/fieldpath/printPath.ts";
import { dropOne } from "../../shared/manifest/dropFields.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { FieldLocation } from "../../shared/manifest/model.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import type { Fix, FixTarget, Offer } from "./fix.ts";

/**
 * Removes one of two equal list items: preferred where both are written alike, since then nothing is lost. Of a key that is written twice
 * the one that kubectl does not send goes, so that nothing changes.
 */
export const removeDuplicate: Fix = {
  id: "remove-duplicate",
  codes: ["duplicate-item", "yaml-duplicate-key"],
  offer(target) {
    const { snapshot, code, path } = target;
    const places = locate(snapshot.object, path, snapshot.kind.type);
    return choices(target, places).flatMap(({ nth, title, preferred }): Offer[] => {
      const { edits, refused } = dropOne(snapshot.object, path, nth, snapshot.kind.type);
      if (edits.length === 0 || refused.length > 0) return [];
      return [{ id: removeDuplicate.id, title, preferred, edits, resolves: [{ snapshot, code, path }] }];
    });
  },
};

interface Choice extends Pick<Offer, "title" | "preferred"> {
  /** Which of the path's places goes. */
  readonly nth: number;
}

function choices({ snapshot, code, path, ordinal }: FixTarget, places: readonly FieldLocation[]): readonly Choice[] {
  const element = path.at(-1);
  const [first, own] = [places[0], places[ordinal]];
  if (element === undefined || first === undefined || own === undefined) return [];
  const name = printElement(element);
  if (code === "yaml-duplicate-key") {
    // Where the map itself is written twice, the key in its other text would go.
    const around = locate(snapshot.object, path.slice(0, -1), snapshot.kind.type);
    return own.effective || around.length > 1 ? [] : [{ nth: ordinal, title: titles.removesUnsent(printPath(path)), preferred: true }];
  }
  if (ordinal === 0) return [];
  const textOf = ({ value }: FieldLocation): string => snapshot.object.source.text.slice(value.start, value.end);
  const alike = textOf(first) === textOf(own);
  return [
    { nth: ordinal, title: alike ? titles.removesAlike(name) : titles.removesLater(name), preferred: alike },
    { nth: 0, title: titles.removesFirst(name), preferred: false },
  ];
}
