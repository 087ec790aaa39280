/** What things are called in sentences: objects and where they were read, who applies them, ages and numbers. Plain text. */

export const inContext = (object: string, context: string): string => `${object} in context ${context}`;

export const kindAndName = (kind: string, name: string): string => `${kind} ${name}`;

export const kindInNamespace = (kind: string, namespace: string, name: string): string => `${kind} ${namespace}/${name}`;

/** `origin`: one of the six below. */
export const kindInAssumed = ({ kind, name, namespace, origin }: Record<"kind" | "name" | "namespace" | "origin", string>): string =>
  `${kind} ${name} (namespace ${namespace}, ${origin})`;

/** Where an assumed namespace is from; `context`: one that was assumed too. */
export const fromRules = (context: string | undefined): string =>
  context === undefined ? "from .field-ownership.yaml" : `from .field-ownership.yaml, in context ${context}`;

export const fromSettings = (context: string | undefined): string =>
  context === undefined ? "as configured" : `as configured, in context ${context}`;

export const namedByNone = (context: string): string => `since context ${context} names none`;

export const ofPod = "the pod's own";

export const fromContext = (context: string): string => `from context ${context}`;

export const savedFile = (file: string): string => `saved ${file}`;

export const context = (name: string): string => `context ${name}`;

export const contextAndNamespace = (name: string, namespace: string): string => `context ${name}, namespace ${namespace}`;

export const contextAndAssumed = (name: string, namespace: string, origin: string): string =>
  `context ${name}, namespace ${namespace} (${origin})`;

/** How a manager applies, where that is not server-side without force. */
export const clientSide = (manager: string): string => `${manager} (client-side)`;

export const byHelm3 = (manager: string): string => `${manager} (Helm's three-way patch)`;

export const withForce = (manager: string): string => `${manager} (with force)`;

/** `bytes`: "12 bytes". */
export const hidden = (bytes: string): string => `(hidden, ${bytes})`;

export const justNow = "just now";

export const minutesAgo = (minutes: number): string => `${minutes} min ago`;

export const hoursAgo = (hours: number): string => `${hours} h ago`;

export const daysAgo = (days: number): string => `${days} days ago`;

export const yearsAgo = (years: number): string => `${years} years ago`;

/** The end of a list. */
export const andLast = (others: string, last: string): string => `${others} and ${last}`;

export const more = (count: number): string => `${count} more`;

/** How lists and maps merge, in Kubernetes' words. */
export const keyedList = (keys: string): string => `list keyed by ${keys}`;

export const set = "set";

/** The same of a definition. */
export const mergedBy = (keys: string): string => `merged by ${keys}`;

export const aSet = "a set";

/** One and several. */
export const nouns = {
  byte: ["byte", "bytes"],
  error: ["error", "errors"],
  field: ["field", "fields"],
  file: ["file", "files"],
  finding: ["finding", "findings"],
  item: ["item", "items"],
  key: ["key", "keys"],
  note: ["note", "notes"],
  object: ["object", "objects"],
  place: ["place", "places"],
  record: ["record", "records"],
  warning: ["warning", "warnings"],
} as const;
