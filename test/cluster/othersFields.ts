/** What managers hold in a live object, read from the server's JSON alone, without the library under test. */

interface Entry {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: Fields;
}
interface Fields {
  readonly [element: string]: Fields;
}

/**
 * Per manager other than the applier: its fields as recorded, and the value of each. An object without any records gets them by the
 * first apply: `recordedLater` is the object after it.
 */
export function othersFields(
  live: string,
  applier: string,
  recordedLater: string = live,
): Record<string, { readonly fields: Fields; readonly values: Record<string, unknown> }> {
  const entries = entriesOf(live) ?? entriesOf(recordedLater) ?? [];
  const others = entries.filter(({ manager, operation }) => manager !== applier || operation !== "Apply");
  return Object.fromEntries(
    others.map(({ manager, operation, subresource = "", fieldsV1 }) => {
      const values: Record<string, unknown> = {};
      collect(JSON.parse(live), fieldsV1, "", values);
      return [`${manager} ${operation} ${subresource}`, { fields: fieldsV1, values }];
    }),
  );
}

function entriesOf(live: string): readonly Entry[] | undefined {
  return (JSON.parse(live) as { metadata: { managedFields?: readonly Entry[] } }).metadata.managedFields;
}

function collect(value: unknown, fields: Fields, path: string, into: Record<string, unknown>): void {
  for (const [element, below] of Object.entries(fields)) {
    if (element === ".") continue;
    const child = step(value, element);
    if (Object.keys(below).length === 0) into[path + element] = child ?? null;
    else collect(child, below, `${path}${element} `, into);
  }
}

function step(value: unknown, element: string): unknown {
  const name = element.slice(2);
  if (element.startsWith("f:")) return (value as Record<string, unknown> | undefined)?.[name];
  const items = Array.isArray(value) ? value : [];
  if (element.startsWith("i:")) return items[Number(name)];
  const sought: unknown = JSON.parse(name);
  if (element.startsWith("v:")) return items.find((item) => item === sought);
  return items.find((item) => Object.entries(sought as object).every(([key, wanted]) => item[key] === wanted));
}
