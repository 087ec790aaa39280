/**
 * Globs as editors write them: `**` any folders, `*` and `?` within one name, `{a,b}` alternatives. Paths have forward slashes.
 * Our own, since Node's `path.matchesGlob` is experimental in the oldest Node we run on.
 */

/** Matches whole paths. */
export function globToRegExp(glob: string): RegExp {
  const source = [...tokens(glob)].map(([token, inBraces]) => translate(token, inBraces)).join("");
  return new RegExp(`^${source}$`);
}

/** The folder below which every match lies: the part before the first wildcard. */
export function fixedFolder(glob: string): string {
  const wild = glob.search(/[*?{]/);
  return wild < 0 ? glob : glob.slice(0, glob.lastIndexOf("/", wild) + 1);
}

/** The tokens, each with whether it stands within braces. */
function* tokens(glob: string): Iterable<readonly [token: string, inBraces: boolean]> {
  const asText = !isBalanced(glob);
  let depth = 0;
  for (const [token] of glob.matchAll(/\*\*\/|\*\*|[\s\S]/g)) {
    if (token === "{") depth++;
    yield [token, depth > 0 && !asText];
    if (token === "}") depth--;
  }
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

function translate(token: string, inBraces: boolean): string {
  switch (token) {
    case "**/":
      return "(?:[^/]+/)*";
    case "**":
      return ".*";
    case "*":
      return "[^/]*";
    case "?":
      return "[^/]";
    case "{":
      return inBraces ? "(?:" : "\\{";
    case "}":
      return inBraces ? ")" : "\\}";
    case ",":
      return inBraces ? "|" : ",";
    default:
      return token.replace(/[.+^$()|[\]\\]/g, "\\$&");
  }
}
