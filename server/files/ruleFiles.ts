/**
 * The `.field-ownership.yaml` that holds for a file: the nearest one from its folder up to the workspace folder, as a whole. Of its
 * rules all that match count, a later one before an earlier one, key by key; who names a manager says anew how it applies; severities,
 * ignores and names of all of them hold.
 */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { PathRule, PathRules, RulesProblem } from "../../shared/manifest/pathRule.ts";
import { readPathRules } from "../../shared/manifest/pathRules.ts";
import { type Glob, parseGlob } from "./glob.ts";
import { isWithin, nameWithin, toSlashes } from "./walk.ts";

export const ruleFileName = ".field-ownership.yaml";

/** What a rule file says of one file. */
export interface FileRules extends Omit<PathRule, "path"> {
  /** Path of the rule file. */
  readonly file: string;
  /** The pattern that names the manager. */
  readonly managerPath?: string;
  /** Why none of its rules may be used: "clusters/.field-ownership.yaml, line 3: paths must be a list". */
  readonly error?: string;
  /** What of it is left out, likewise. */
  readonly warnings: readonly string[];
}

export interface RuleFiles {
  /** `tops`: the folders above which nothing is looked for; files outside of them have no rules. */
  of(file: string, tops: readonly string[]): FileRules | undefined;
}

interface Read extends PathRules {
  readonly stamp: string;
  readonly patterns: readonly Glob[];
  readonly text: string;
}

export function createRuleFiles(): RuleFiles {
  const known = new Map<string, Read>();

  function read(file: string): Read | undefined {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile()) return undefined;
    const stamp = `${stats.mtimeMs} ${stats.size}`;
    const before = known.get(file);
    if (before?.stamp === stamp) return before;
    const fresh = { stamp, ...readText(file) };
    known.set(file, fresh);
    return fresh;
  }

  return {
    of(file, tops) {
      const top = tops.filter((folder) => isWithin(file, folder)).sort((a, b) => a.length - b.length)[0];
      if (top === undefined) return undefined;
      for (let folder = path.dirname(file); isWithin(folder, top); folder = path.dirname(folder)) {
        const ruleFile = path.join(folder, ruleFileName);
        const found = read(ruleFile);
        if (found !== undefined) {
          return { file: ruleFile, ...told(found, nameWithin(ruleFile, tops)), ...said(found, toSlashes(path.relative(folder, file))) };
        }
        if (folder === path.dirname(folder)) break;
      }
      return undefined;
    },
  };
}

function readText(file: string): Omit<Read, "stamp"> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const message = `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"})`;
    return { text: "", rules: [], patterns: [], problems: [{ severity: "error", message, range: { start: 0, end: 0 } }] };
  }
  const { rules, problems } = readPathRules(text);
  return {
    text,
    rules,
    problems,
    patterns: rules.map((rule) => parseGlob(rule.path.replace(/^\.?\//, "").replace(/\/$/, "/**"))),
  };
}

function told({ text, problems }: Read, name: string): Pick<FileRules, "error" | "warnings"> {
  const texts = (wanted: RulesProblem["severity"]): string[] =>
    problems
      .filter(({ severity }) => severity === wanted)
      .map(({ message, range }) => `${name}, line ${text.slice(0, range.start).split("\n").length}: ${message}`);
  const [error] = texts("error");
  return { ...(error !== undefined && { error }), warnings: texts("warning") };
}

function said({ rules, patterns }: Read, name: string): Partial<FileRules> {
  let merged: Partial<FileRules> = {};
  for (const [index, { path: pattern, ...rule }] of rules.entries()) {
    if (patterns[index]?.test(name) !== true) continue;
    const { applyWith: _with, force: _force, ...rest } = merged;
    const both = {
      ...((merged.severities || rule.severities) && { severities: { ...merged.severities, ...rule.severities } }),
      ...((merged.ignores || rule.ignores) && { ignores: [...(merged.ignores ?? []), ...(rule.ignores ?? [])] }),
      ...((merged.aliases || rule.aliases) && { aliases: { ...merged.aliases, ...rule.aliases } }),
      ...((merged.us || rule.us) && { us: [...(merged.us ?? []), ...(rule.us ?? [])] }),
    };
    merged = rule.manager === undefined ? { ...merged, ...rule, ...both } : { ...rest, ...rule, ...both, managerPath: pattern };
  }
  return merged;
}
