/**
 * Globs as editors write them: `**` any folders, `*` and `?` within one name, `{a,b}` alternatives. Paths have forward slashes.
 * Our own, since Node's `path.matchesGlob` is experimental in the oldest Node we run on, and a glob comes from whoever wrote the workspace:
 * as a regular expression a hostile one would take for ever. Invariant: the time is bounded by the lengths of glob and path, multiplied.
 */

export interface Glob {
  /** Whether a whole path matches. */
  test(path: string): boolean;
}

/** More alternatives than a person writes are not looked at. */
const mostAlternatives = 100;

export function parseGlob(glob: string): Glob {
  const alternatives = (isBalanced(glob) ? expand(glob) : [glob]).map((one) => one.replace(/(^|\/)\*\*$/, "$1**/*").split("/"));
  return {
    test(path) {
      const names = path.split("/");
      return alternatives.some((parts) => matches(parts, names, "**", matchesName));
    },
  };
}

/** The folder below which every match lies: the part before the first wildcard. */
export function fixedFolder(glob: string): string {
  const wild = glob.search(/[*?{]/);
  return wild < 0 ? glob : glob.slice(0, glob.lastIndexOf("/", wild) + 1);
}

function matchesName(pattern: string, name: string): boolean {
  return matches(pattern, name, "*", (wanted, character) => wanted === "?" || wanted === character);
}

/** Of several stars only the last one is ever lengthened: what an earlier one leaves to it is enough. */
function matches<T>(pattern: Indexed<T>, things: Indexed<T>, star: T, fits: (wanted: T, thing: T) => boolean): boolean {
  let [wanted, at] = [0, 0];
  let afterStar = -1;
  let retryAt = 0;
  while (at < things.length) {
    const next = pattern[wanted];
    if (next === star) {
      afterStar = ++wanted;
      retryAt = at;
    } else if (next !== undefined && fits(next, things[at] as T)) {
      wanted++;
      at++;
    } else if (afterStar >= 0) {
      wanted = afterStar;
      at = ++retryAt;
    } else return false;
  }
  while (pattern[wanted] === star) wanted++;
  return wanted === pattern.length;
}

interface Indexed<T> {
  readonly length: number;
  readonly [index: number]: T;
}

/** Without braces. */
function expand(glob: string): readonly string[] {
  const open = glob.indexOf("{");
  if (open < 0) return [glob];
  let depth = 0;
  const cuts = [open];
  for (let at = open; ; at++) {
    if (glob[at] === "{") depth++;
    if (glob[at] === "}") depth--;
    if (depth === 0 || (depth === 1 && glob[at] === ",")) cuts.push(at);
    if (depth === 0) break;
  }
  const choices = cuts.slice(1).flatMap((cut, index) => expand(glob.slice((cuts[index] ?? 0) + 1, cut)));
  const rests = expand(glob.slice((cuts.at(-1) ?? 0) + 1));
  return choices.flatMap((choice) => rests.map((rest) => glob.slice(0, open) + choice + rest)).slice(0, mostAlternatives);
}

/** Otherwise braces are text like any other. */
function isBalanced(glob: string): boolean {
  let depth = 0;
  for (const character of glob) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
}
