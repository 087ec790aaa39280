/** A keyed digest whose key is random and never leaves the process: tokens of hidden values can be compared here and nowhere else. */
import { createHmac, randomBytes } from "node:crypto";

const key = randomBytes(32);

export function processDigest(bytes: Uint8Array): string {
  return createHmac("sha256", key).update(bytes).digest("base64url").slice(0, 22);
}
