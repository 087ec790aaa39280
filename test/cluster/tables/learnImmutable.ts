/**
 * From changes that a server took or refused to the table of fields that never change.
 * Invariant: of a field nothing is said unless a change was refused, and none accepted, in any state tried.
 */

/** One change and what came of it; `refused`: the server's words, undefined: it was taken. */
export interface Tried {
  readonly kind: string;
  readonly when: string | undefined;
  readonly path: string;
  readonly mode: "change" | "add" | "drop";
  readonly refused: string | undefined;
}

/** By kind and by what the server says: the highest paths of which nothing may change. */
export interface ImmutableTable {
  readonly version: string;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** The table that the changes show. */
export function learnImmutable(version: string, seen: readonly Tried[]): ImmutableTable {
  const kinds: Record<string, Record<string, readonly string[]>> = {};
  for (const kind of [...new Set(seen.map((one) => one.kind))].sort()) {
    const states = [...new Set(seen.filter((one) => one.kind === kind).map(({ when }) => when))];
    for (const state of states) {
      const ofState = seen.filter((one) => one.kind === kind && one.when === state);
      const found = frozen(ofState);
      if (Object.keys(found).length > 0) kinds[state === undefined ? kind : `${kind} ${state}`] = found;
    }
  }
  return { version, kinds };
}

interface Node {
  readonly children: Map<string, Node>;
  readonly reasons: string[];
  /** Why it takes nothing in addition. */
  againstMore?: string;
  accepted: boolean;
  /** Setting it where it was not set is taken. */
  addable: boolean;
}

function frozen(seen: readonly Tried[]): Record<string, readonly string[]> {
  const root = newNode();
  for (const { path, mode, refused } of seen) {
    let at = root;
    for (const step of path.match(/\.[^.[]+|\[\]/g) ?? []) {
      const next = at.children.get(step) ?? newNode();
      at.children.set(step, next);
      at = next;
    }
    if (refused !== undefined) {
      at.reasons.push(reasonOf(refused));
      if (mode === "add") at.againstMore ??= reasonOf(refused);
    } else if (mode === "add") at.addable = true;
    else at.accepted = true;
  }
  const found: Record<string, string[]> = {};
  const visit = (node: Node, path: string): void => {
    const reasons = reasonsBelow(node).filter((reason) => isFinal.test(reason));
    if (path !== "" && !path.endsWith("[]") && reasons.length > 0 && isFrozen(node)) {
      const reason = [...new Set(reasons)].sort((a, b) => count(reasons, b) - count(reasons, a) || (a < b ? -1 : 1))[0] ?? "";
      found[reason] = [...(found[reason] ?? []), path];
      return;
    }
    // Of the items none may come or go.
    const ofItems = path.endsWith("[]") && !node.accepted && !node.addable ? node.againstMore : undefined;
    if (ofItems !== undefined && isFinal.test(ofItems)) found[ofItems] = [...(found[ofItems] ?? []), path];
    for (const [step, child] of [...node.children].sort(([a], [b]) => (a < b ? -1 : 1))) visit(child, path + step);
  };
  visit(root, "");
  return found;
}

function newNode(): Node {
  return { children: new Map(), reasons: [], accepted: false, addable: false };
}

/** Something was refused at or below, and nothing taken; below that an addition counts as taken. */
function isFrozen(node: Node): boolean {
  if (node.accepted || reasonsBelow(node).length === 0) return false;
  return [...node.children.values()].every((child) => !takes(child));
}

function takes(node: Node): boolean {
  return node.accepted || node.addable || [...node.children.values()].some(takes);
}

function reasonsBelow(node: Node): readonly string[] {
  return [...node.reasons, ...[...node.children.values()].flatMap(reasonsBelow)];
}

function count(reasons: readonly string[], reason: string): number {
  return reasons.filter((other) => other === reason).length;
}

/** Other words tell of bounds, which another change would keep. */
const isFinal = /immutable|may not change|may not be changed|may not add or remove|forbidden/i;

/** The server's words without the value that they quote. */
function reasonOf(message: string): string {
  const [first = ""] = message.split("\n");
  const [, said] = /^Invalid value: .*: ([^:]+(?:: [a-z][^:]*)?)$/.exec(first) ?? [];
  return said ?? first.replace(/^Forbidden: /, "");
}
