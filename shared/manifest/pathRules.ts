/**
 * The text of a `.field-ownership.yaml` → what it says of which paths, and what is wrong with it.
 * Invariant: never throws. What is merely unknown is a warning and left out, so that a newer file still works here; what cannot be
 * understood is an error, and then no rule of the file is to be used: the one that names the right cluster may be missing.
 */
import { type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, type ValueMap } from "../fieldpath/value.ts";
import { deducedType } from "../schema/deduced.ts";
import { evaluate } from "../yaml/evaluate.ts";
import { targetOf, YamlError, type YamlNode } from "../yaml/node.ts";
import { readText } from "./documentValues.ts";
import { locate } from "./locate.ts";
import { levels, type PathIgnore, type PathRule, type PathRules, type RulesProblem, ways } from "./pathRule.ts";
import { wordRange } from "./problems.ts";

/** Reads the one document of the file; an empty text says nothing of anything. */
export function readPathRules(text: string): PathRules {
  try {
    const { roots, error } = readText(text);
    if (error !== undefined) throw error;
    const [node] = roots;
    if (node === undefined) return { rules: [], problems: [] };
    const { value, lostKeys } = evaluate(node);
    const lost = lostKeys.map(({ entry, name }): RulesProblem => {
      const key = entry.key as YamlNode;
      return {
        severity: "warning",
        message: `"${name}" is written again below: this one is lost`,
        range: wordRange(text, key.start, key.end),
      };
    });
    if (value === null) return { rules: [], problems: lost };
    const root = targetOf(node);
    const reading = new Reading(text, root);
    const rules = reading.rules(value);
    const problems = [...lost, ...reading.problems];
    return { rules: problems.some(({ severity }) => severity === "error") ? [] : rules, problems };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return { rules: [], problems: [{ severity: "error", message: error.message, range: wordRange(text, error.start, error.end) }] };
  }
}

const words = ["path", "context", "namespace", "manager", "applyWith"];
const known: ReadonlySet<string> = new Set([...words, "force", "partial", "severities", "ignores", "aliases", "us"]);
const ignoreKeys: ReadonlySet<string> = new Set(["code", "reason", "field", "until"]);

class Reading {
  readonly problems: RulesProblem[] = [];
  private readonly text: string;
  private readonly root: YamlNode;

  constructor(text: string, root: YamlNode) {
    this.text = text;
    this.root = root;
  }

  rules(value: Value): readonly PathRule[] {
    if (!isMap(value)) return this.wrong([], 'must be a map with the key "paths"') ?? [];
    for (const key of value.keys()) if (key !== "paths") this.unknown(fieldPath(key), key);
    const list = value.get("paths") ?? [];
    if (!isList(list)) return this.wrong(fieldPath("paths"), "paths must be a list") ?? [];
    return list.flatMap((item, index) => this.rule([...fieldPath("paths"), { kind: "index", index }], item) ?? []);
  }

  private rule(at: FieldPath, item: Value): PathRule | undefined {
    if (!isMap(item)) return this.wrong(at, "an item of paths must be a map");
    for (const key of item.keys()) if (!known.has(key)) this.unknown([...at, ...fieldPath(key)], key);
    const path = this.word(at, item, "path");
    if (path === undefined) return item.has("path") ? undefined : this.wrong(at, "an item of paths needs the key path");
    const applyWith = this.word(at, item, "applyWith");
    const way = ways.find((one) => one === applyWith);
    if (applyWith !== undefined && way === undefined) this.wrong([...at, ...fieldPath("applyWith")], `applyWith is ${ways.join(", ")}`);
    const [force, partial] = ["force", "partial"].map((key) => this.yesOrNo(at, item, key));
    const severities = item.has("severities")
      ? this.severities([...at, ...fieldPath("severities")], item.get("severities") ?? null)
      : undefined;
    const ignores = item.has("ignores") ? this.ignores([...at, ...fieldPath("ignores")], item.get("ignores") ?? null) : undefined;
    const aliases = item.has("aliases") ? this.aliases([...at, ...fieldPath("aliases")], item.get("aliases") ?? null) : undefined;
    const us = item.has("us") ? this.us([...at, ...fieldPath("us")], item.get("us") ?? null) : undefined;
    const [context, namespace, manager] = ["context", "namespace", "manager"].map((key) => this.word(at, item, key));
    return {
      path,
      ...(context !== undefined && { context }),
      ...(namespace !== undefined && { namespace }),
      ...(manager !== undefined && { manager }),
      ...(way !== undefined && { applyWith: way }),
      ...(force !== undefined && { force }),
      ...(partial !== undefined && { partial }),
      ...(severities !== undefined && { severities }),
      ...(ignores !== undefined && { ignores }),
      ...(aliases !== undefined && { aliases }),
      ...(us !== undefined && { us }),
    };
  }

  /** What findings look like is no reason to use nothing of the file: mistakes here are warnings. */
  private severities(at: FieldPath, value: Value): PathRule["severities"] {
    if (!isMap(value)) return this.leftOut(at, "severities must be a map of codes");
    const entries = [...value].flatMap(([code, written]) => {
      // YAML 1.1 reads off as false.
      const level = levels.find((one) => one === (written === false ? "off" : written));
      if (level === undefined) this.leftOut([...at, ...fieldPath(code)], `the severity of ${code} is ${levels.join(", ")}`);
      return level === undefined ? [] : [[code, level] as const];
    });
    return Object.fromEntries(entries);
  }

  private ignores(at: FieldPath, value: Value): readonly PathIgnore[] | undefined {
    if (!isList(value)) return this.leftOut(at, "ignores must be a list");
    return value.flatMap((item, index) => this.ignore([...at, { kind: "index", index }], item) ?? []);
  }

  private ignore(at: FieldPath, item: Value): PathIgnore | undefined {
    if (!isMap(item)) return this.leftOut(at, "an item of ignores must be a map");
    for (const key of item.keys()) if (!ignoreKeys.has(key)) this.unknown([...at, ...fieldPath(key)], key);
    const [code, reason, field, until] = ["code", "reason", "field", "until"].map((key) => item.get(key));
    if (typeof code !== "string") return this.leftOut(at, "an item of ignores needs the key code");
    if (typeof reason !== "string" || reason.trim() === "") return this.leftOut(at, `${code} is not ignored: say the reason`);
    if (field !== undefined && typeof field !== "string") return this.leftOut(at, "field must be a text");
    if (until === undefined) return { code, ...(field !== undefined && { field }) };
    if (typeof until !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(until))
      return this.leftOut(at, `${code} is not ignored: until is a day, YYYY-MM-DD`);
    return { code, until, ...(field !== undefined && { field }) };
  }

  private aliases(at: FieldPath, value: Value): PathRule["aliases"] {
    if (!isMap(value)) return this.leftOut(at, "aliases must be a map of managers' names");
    const entries = [...value].flatMap(([name, meaning]) => {
      if (typeof meaning === "string" && meaning.trim() !== "") return [[name, meaning] as const];
      this.leftOut([...at, ...fieldPath(name)], `the alias of ${name} must be a text`);
      return [];
    });
    return Object.fromEntries(entries);
  }

  private us(at: FieldPath, value: Value): PathRule["us"] {
    if (!isList(value)) return this.leftOut(at, "us must be a list of managers' names");
    return value.flatMap((name, index) => {
      if (typeof name === "string" && name !== "") return [name];
      this.leftOut([...at, { kind: "index", index }], "a manager's name must be a text");
      return [];
    });
  }

  private yesOrNo(at: FieldPath, item: ValueMap, key: string): boolean | undefined {
    const value = item.get(key) ?? undefined;
    if (value === undefined || typeof value === "boolean") return value;
    this.wrong([...at, ...fieldPath(key)], `${key} is true or false`);
    return undefined;
  }

  private word(at: FieldPath, item: ValueMap, key: string): string | undefined {
    const value = item.get(key);
    if (value === undefined || (typeof value === "string" && value !== "")) return value;
    this.wrong([...at, ...fieldPath(key)], `${key} must be a text${typeof value === "string" ? " that is not empty" : ""}`);
    return undefined;
  }

  private unknown(path: FieldPath, key: string): void {
    this.add("warning", path, `unknown key "${key}": it is left out`);
  }

  private leftOut(path: FieldPath, message: string): undefined {
    this.add("warning", path, message);
  }

  private wrong(path: FieldPath, message: string): undefined {
    this.add("error", path, message);
  }

  /** At the key, or at the list item. */
  private add(severity: RulesProblem["severity"], path: FieldPath, message: string): void {
    const { text, root } = this;
    const [place] = root.kind !== "map" ? [] : locate({ source: { text, root } }, path, deducedType).filter((found) => found.effective);
    const written = place?.value.start === place?.value.end ? place?.entry : place?.value;
    const range = place?.key ?? written ?? root;
    this.problems.push({ severity, message, range: wordRange(text, range.start, range.end) });
  }
}
