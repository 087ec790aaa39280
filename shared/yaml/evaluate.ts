/**
 * Tree → the value that kubectl sends: what scalars mean, keys as JSON strings, aliases and merge keys in place.
 * Invariant: every alias costs what its target costs and is as deep, so an alias bomb ends early; duplicate keys are reported, the
 * last one wins.
 * Counterpart in Go: go-yaml v2 decode.go, then sigs.k8s.io/yaml's conversion to JSON.
 */
import { maxDepth, type Value } from "../fieldpath/value.ts";
import {
  type CollectionNode,
  type Entry,
  type ListNode,
  type MapNode,
  type ScalarNode,
  targetOf,
  YamlError,
  type YamlNode,
} from "./node.ts";
import { type Resolved, resolvePlain, resolveTagged } from "./resolveScalar.ts";

/** A key that is written again later in the same map, and so lost. */
export interface LostKey {
  readonly entry: Entry;
  readonly name: string;
}

/** The value of a tree. Throws YamlError where kubectl refuses it. */
export function evaluate(root: YamlNode): { readonly value: Value; readonly lostKeys: readonly LostKey[] } {
  const evaluator = new Evaluator();
  const value = evaluator.value(root);
  evaluator.refuseWhatJsonCannotHold(value);
  return { value, lostKeys: evaluator.lostKeys };
}

class Evaluator {
  readonly lostKeys: LostKey[] = [];
  /** Collections whose evaluation has begun; once it is done, the number of nodes that it took and of levels that they nest. */
  private readonly sizes: Map<CollectionNode, { readonly steps: number; readonly height: number } | undefined> = new Map();
  private steps = 0;
  /** Levels of the tallest part, so far, of the collection that is being evaluated. */
  private height = 0;
  private aliasSteps = 0;
  /** Refused only where they are reached from the final value: a lost duplicate key hides them. */
  private readonly unsendable: Map<Value, YamlError> = new Map();
  private nonFinite: ScalarNode | undefined;

  value(node: YamlNode): Value {
    this.steps++;
    if (node.kind === "alias") return this.alias(node, node.target);
    if (node.kind === "scalar") return this.scalar(node);
    return this.collection(node);
  }

  refuseWhatJsonCannotHold(value: Value): void {
    if (this.unsendable.size === 0 && this.nonFinite === undefined) return;
    const problem = this.unsendable.get(value);
    if (problem !== undefined) throw problem;
    if (typeof value === "number" && !Number.isFinite(value) && this.nonFinite !== undefined)
      throw badValue(this.nonFinite, "JSON has no infinite number and no NaN");
    if (value instanceof Map || Array.isArray(value)) for (const item of value.values()) this.refuseWhatJsonCannotHold(item);
  }

  private collection(node: CollectionNode): Value {
    const before = this.steps;
    const beside = this.height;
    this.height = 0;
    this.sizes.set(node, undefined);
    const value = node.kind === "map" ? this.map(node) : this.list(node);
    const height = this.height + 1;
    if (height > maxDepth)
      throw new YamlError("too-deep", `with its aliases this nests deeper than ${maxDepth} levels`, node.start, node.start + 1);
    this.sizes.set(node, { steps: this.steps - before, height });
    this.height = Math.max(beside, height);
    return value;
  }

  private alias(alias: YamlNode, target: YamlNode): Value {
    if (target.kind !== "map" && target.kind !== "list") {
      this.countAlias(alias, 1);
      return this.value(target);
    }
    const size = this.sizes.get(target);
    if (size === undefined || target.value === undefined)
      throw new YamlError("bad-value", "the anchor contains itself here", alias.start, alias.end);
    this.steps += size.steps + 1;
    this.countAlias(alias, size.steps + 1);
    this.height = Math.max(this.height, size.height);
    return target.value;
  }

  /** The share of a document that may come from aliases: 99 % of a small one, 10 % of one with four million nodes. */
  private countAlias(alias: YamlNode, steps: number): void {
    this.aliasSteps += steps;
    const share = Math.min(Math.max(0.99 - (0.89 * (this.steps - 400_000)) / 3_600_000, 0.1), 0.99);
    if (this.aliasSteps > 100 && this.steps > 1000 && this.aliasSteps > share * this.steps)
      throw new YamlError("excessive-aliasing", "aliases make up nearly all of this document: kubectl refuses it", alias.start, alias.end);
  }

  private list(node: ListNode): Value {
    const items: Value[] = [];
    for (const entry of node.entries) items.push(this.value(entry.value));
    node.value = items;
    return items;
  }

  private map(node: MapNode): Value {
    const map = new Map<string, Value>();
    const written = new Map<string, Entry>();
    for (const entry of node.entries) {
      const key = entry.key as YamlNode;
      entry.merge = isMerge(key);
      if (entry.merge) {
        this.merge(entry.value, map);
        continue;
      }
      const name = this.key(key, map);
      const earlier = written.get(name);
      if (earlier !== undefined) this.lostKeys.push({ entry: earlier, name });
      entry.name = name;
      written.set(name, entry);
      map.set(name, this.value(entry.value));
    }
    node.value = map;
    return map;
  }

  /** `<<` writes where it stands: over earlier keys, under later ones; of several maps the first wins. */
  private merge(source: YamlNode, into: Map<string, Value>): void {
    const target = targetOf(source);
    const sources = source.kind === "list" ? source.entries.map((entry) => entry.value).reverse() : [source];
    if (source.kind !== "list" && target.kind !== "map") throw badValue(source, "only a map, or a list of maps, can be merged");
    for (const item of sources) {
      if (targetOf(item).kind !== "map") throw badValue(item, "only a map, or a list of maps, can be merged");
      const beside = this.height;
      const value = this.value(item) as Map<string, Value>;
      // The entries move up by one level.
      this.height = Math.max(beside, this.height - 1);
      const problem = this.unsendable.get(value);
      if (problem !== undefined) this.unsendable.set(into, problem);
      for (const [name, item] of value) into.set(name, item);
    }
  }

  private key(node: YamlNode, map: Map<string, Value>): string {
    this.steps++;
    const scalar = targetOf(node);
    if (scalar.kind !== "scalar") throw badValue(node, "a map or list cannot be a key");
    if (node.kind === "alias") {
      this.steps++;
      this.countAlias(node, 1);
    }
    const found = resolve(scalar);
    if (typeof found === "string") return found;
    if (typeof found === "boolean") return String(found);
    if (found === null || found.go === "uint64") {
      this.unsendable.set(map, badValue(node, found === null ? "null cannot be a key" : "this number is too large for a key"));
      return "";
    }
    return found.go === "int64" ? found.integer.toString() : floatKey(found.number);
  }

  private scalar(node: ScalarNode): Value {
    if (node.style === "json") return jsonNumber(node);
    const found = resolve(node);
    if (found === null || typeof found !== "object") return found;
    if (found.go === "uint64") return found.number;
    if (found.go === "int64") return Number.isSafeInteger(found.number) ? found.number : found.integer;
    if (!Number.isFinite(found.number)) this.nonFinite = node;
    // JSON prints a large integral float without fraction; it is read again as an int64 where it fits.
    const large = Number.isInteger(found.number) && !Number.isSafeInteger(found.number) && Math.abs(found.number) < 2 ** 63;
    return large ? BigInt(String(found.number)) : found.number;
  }
}

function resolve(node: ScalarNode): Resolved {
  if (node.tag === undefined) return node.style === "plain" || node.style === "absent" ? resolvePlain(node.text) : node.text;
  const found = resolveTagged(node.text, node.tag);
  if (found === undefined) throw badValue(node, `this is no ${node.tag.replace(/^tag:yaml\.org,2002:/, "!!")}`);
  return found;
}

function jsonNumber(node: ScalarNode): Value {
  const value = Number(node.text);
  if (!Number.isFinite(value)) throw badValue(node, "this number is too large");
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(node.text)) return value;
  const integer = BigInt(node.text);
  return BigInt.asIntN(64, integer) === integer ? integer : value;
}

function isMerge(key: YamlNode): boolean {
  return (
    key.kind === "scalar" &&
    key.text === "<<" &&
    (key.tag === mergeTag || key.tag === "!" || (key.tag === undefined && key.style === "plain"))
  );
}

const mergeTag = "tag:yaml.org,2002:merge";

/** The shortest decimal that a float32 reads back, as Go prints it. */
function floatKey(number: number): string {
  if (Number.isNaN(number)) return ".nan";
  const single = Math.fround(number);
  if (!Number.isFinite(single)) return single > 0 ? ".inf" : "-.inf";
  if (single === 0) return Object.is(number, -0) ? "-0" : "0";
  let digits = 1;
  while (Math.fround(Number(single.toPrecision(digits))) !== single) digits++;
  const [mantissa = "", exponent = "0"] = single.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return single.toFixed(Math.max(digits - 1 - power, 0));
  const sign = power < 0 ? "-" : "+";
  return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
}

function badValue(node: YamlNode, message: string): YamlError {
  return new YamlError("bad-value", message, node.start, Math.max(node.end, node.start + 1));
}
