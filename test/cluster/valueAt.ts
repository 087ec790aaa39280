/** The value at a path whose steps are keys, or `key=value` for an item of a list; "length" is that of a list. */
export function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found) && step !== "length") {
      const [key = "", wanted] = step.split("=");
      found = found.find((item: Readonly<Record<string, unknown>>) => String(item[key]) === wanted);
    } else found = (found as Readonly<Record<string, unknown>> | undefined)?.[step];
  }
  return found;
}
