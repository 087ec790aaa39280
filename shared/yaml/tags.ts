/** Tags: `!!str`, `!custom`, `!<verbatim>`. Counterpart in Go: go-yaml v2 scannerc.go. */
import { type Cursor, isBlankOrEnd } from "./cursor.ts";
import { YamlError } from "./node.ts";

/** Passes a tag and gives it in full: `!!str` as `tag:yaml.org,2002:str`. */
export function scanTag(at: Cursor): string {
  const start = at.pos;
  tagPattern.lastIndex = start;
  const [written = "!", verbatim, handle, suffix] = tagPattern.exec(at.text) ?? [];
  at.pos += written.length;
  if ((handle !== undefined && handle !== "!") || !isBlankOrEnd(at.peek()))
    throw new YamlError("syntax", "this is no tag that kubectl knows", start, at.pos);
  return verbatim ?? (handle === undefined ? written : `tag:yaml.org,2002:${suffix}`);
}

const tagCharacter = "(?:[\\w;/?:@&=+$,.!~*'()\\[\\]-]|%[0-9A-Fa-f]{2})";
/** `!<verbatim>`, or `!handle!suffix` (only the handle `!` is defined), or `!suffix`, or `!` alone. */
const tagPattern: RegExp = new RegExp(`!(?:<(${tagCharacter}+)>|([\\w-]*!)(${tagCharacter}+)|(?![\\w-]*!)${tagCharacter}*)`, "y");
