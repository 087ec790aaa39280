/**
 * What the objects that are applied together are to each other: which of them name one object, and what some bring that others need.
 * Invariant: found once for each state of the texts; what is the same as before stays the same thing.
 */
import { type Brought, broughtBy } from "./brought.ts";
import type { OpenFile, Part } from "./openFile.ts";
import type { Readings } from "./readings.ts";
import { type Twins, twinsOf, twinsText } from "./twins.ts";

export interface Company {
  readonly twins: Twins;
  readonly brought: Brought;
  /** Another where `brought` is. */
  readonly broughtVersion: number;
}

export const alone: Company = { twins: new Map(), brought: new Set(), broughtVersion: 0 };

/** Gives the company that these files are to each other: the same one as long as it says the same. */
export function createCompanies(readings: Readings): (files: readonly OpenFile[]) => Company {
  const known = new WeakMap<OpenFile, { readonly texts: readonly (readonly Part[])[]; readonly company: Company }>();
  let versions = 0;

  function found(files: readonly OpenFile[], before: Company): Company {
    const twins = twinsOf(files, readings);
    const brought = broughtBy(files, readings);
    const sameBrought = isSame(before.brought, brought);
    if (sameBrought && twinsText(before.twins) === twinsText(twins)) return before;
    return sameBrought ? { ...before, twins } : { twins, brought, broughtVersion: ++versions };
  }

  return (files) => {
    const [first] = files;
    if (first === undefined) return alone;
    const before = known.get(first);
    if (before?.texts.length === files.length && files.every(({ parts }, index) => before.texts[index] === parts)) return before.company;
    const company = found(files, before?.company ?? alone);
    known.set(first, { texts: files.map(({ parts }) => parts), company });
    return company;
  };
}

function isSame(before: Brought, after: Brought): boolean {
  return before.size === after.size && [...after].every((thing) => before.has(thing));
}
