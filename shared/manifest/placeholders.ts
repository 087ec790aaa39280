/**
 * Values that something fills in before the manifest is applied: what stands there now says nothing about what is sent.
 * Invariant: reads the text, not the object's value, which hides the values of Secrets.
 */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldType } from "../schema/resolve.ts";
import { targetOf, type YamlNode } from "../yaml/node.ts";
import { itemsAt, itemType, writesOf } from "./fieldTree.ts";
import type { ManifestObject } from "./model.ts";

/** Whether the value at a path, or one below it, or a name on the way to it, holds `${VAR}`, `$(VAR)`, `<VAR>` or `__VAR__`. */
export function touchesPlaceholder(object: ManifestObject, path: FieldPath, type: SchemaType): boolean {
  if (!mayTouch(object.source)) return false;
  let nodes: readonly YamlNode[] = [object.source.root];
  let at: SchemaType | undefined = type;
  for (const element of path) {
    const names = element.kind === "key" ? element.keys.map((key) => key.value) : element.kind === "value" ? [element.value] : [];
    if (names.some((name) => typeof name === "string" && placeholder.test(name))) return true;
    nodes = nodes.flatMap((node) => {
      const target = targetOf(node);
      if (target.kind === "map") return element.kind === "field" ? writesOf(target, element.name).map((write) => write.entry.value) : [];
      return target.kind === "list" && element.kind !== "field" ? itemsAt(target, element, at).map((entry) => entry.value) : [];
    });
    at = at === undefined ? undefined : element.kind === "field" ? fieldType(at, element.name) : itemType(at);
  }
  return nodes.some(isOpen);
}

/** Whether anything in the object is filled in later. */
export function holdsPlaceholder({ source }: ManifestObject): boolean {
  return mayTouch(source) && isOpen(source.root);
}

/**
 * Whether a name, namespace, kind or version is filled in later. Wider than for values, in which such characters may mean themselves: no name
 * has them, so half a placeholder is enough, and the braces of a template.
 */
export function isOpenName(text: string): boolean {
  return /\$\{|\$\(|<.+>|__.+__|\{\{/.test(text);
}

const placeholder = /\$\{[^}]*\}|\$\([^)]*\)|<[A-Za-z][\w .-]*>|__[A-Za-z][A-Za-z0-9_]*__/;

function isOpen(node: YamlNode): boolean {
  const target = targetOf(node);
  if (target.kind === "scalar") return placeholder.test(target.text);
  return target.entries.some(({ key, value }) => (key !== undefined && isOpen(key)) || isOpen(value));
}

/** Most texts hold none at all; found out once. */
function mayTouch(source: ManifestObject["source"]): boolean {
  let known = texts.get(source);
  if (known === undefined) {
    known = placeholder.test(source.text);
    texts.set(source, known);
  }
  return known;
}

const texts: WeakMap<ManifestObject["source"], boolean> = new WeakMap();
