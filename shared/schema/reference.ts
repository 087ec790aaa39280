/**
 * The name in a `$ref`.
 * Invariant: a fragment's escapes are undone and made again, so the name `a b` is looked for as `a%20b`, as the server does.
 * Counterpart in Go: jsonreference `Ref.String`, as schemaconv takes its last part.
 */

/** The last part of a reference; undefined where it is empty. */
export function referredName(reference: string): string | undefined {
  const [before = "", fragment = ""] = reference.split(/#(.*)/s);
  const text = (fragment || before).replace(escapedOrForeign, (part: string, code: string | undefined) => {
    if (code === undefined) return encodeURIComponent(part).replace("'", "%27");
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return plain.test(character) ? character : part.toUpperCase();
  });
  return text.slice(text.lastIndexOf("/") + 1) || undefined;
}

/** Whether a `%` begins no escape. */
export function isMalformedReference(reference: string): boolean {
  return /%(?![\da-f]{2})/i.test(reference);
}

const plain = /^[\w\-.~$&+,/:;=?@!()*]$/;
const escapedOrForeign = /%([\da-f]{2})|[^\w\-.~$&+,/:;=?@!()*]/giu;
