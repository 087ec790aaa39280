/**
 * Globs as editors write them: `**` any folders, `*` and `?` within one name, `{a,b}` alternatives. Paths have forward slashes.
 * Our own, since Node's `path.matchesGlob` is experimental in the oldest Node we run on.
 */

/** Matches whole paths. */
export function globToRegExp(glob: string): RegExp {
  const source = [...tokens(glob)].map(([token, braces]) => translate(token, braces)).join("");
  return new RegExp(`^${source}$`);
}

/** The folder below which every match lies: the part before the first wildcard. */
export function fixedFolder(glob: string): string {
  const wild = glob.search(/[*?{]/);
  return wild < 0 ? glob : glob.slice(0, glob.lastIndexOf("/", wild) + 1);
}

function* tokens(glob: string): Iterable<readonly [token: string, depth: number]> {
  let depth = 0;
  for (const [token] of glob.matchAll(/\*\*\/|\*\*|[\s\S]/g)) {
    if (token === "{") depth++;
    yield [token, depth];
    if (token === "}" && depth > 0) depth--;
  }
}

function translate(token: string, depth: number): string {
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
      return "(?:";
    case "}":
      return depth > 0 ? ")" : "\\}";
    case ",":
      return depth > 0 ? "|" : ",";
    default:
      return token.replace(/[.+^$()|[\]\\]/g, "\\$&");
  }
}
