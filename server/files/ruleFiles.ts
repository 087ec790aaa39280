/**
 * The `.field-ownership.yaml` that holds for a file: the nearest one from its folder up to the workspace folder, as a whole. Of its
 * rules all that match count, a later one before an earlier one, key by key; who names a manager says anew how it applies.
 */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type PathRule, type PathRules, type RulesProblem, readPathRules } from "../../shared/manifest/pathRules.ts";
import { globToRegExp } from "./glob.ts";
import { isWithin, toSlashes } from "./walk.ts";

export const ruleFileName = ".field-ownership.yaml";

/** What a rule file says of one file. */
export interface FileRules extends Omit<PathRule, "path"> {
  /** Path of the rule file. */
  readonly file: string;
  /** The pattern that names the manager. */
  readonly managerPath?: string;
  readonly problems: readonly PlacedProblem[];
}

export interface PlacedProblem extends RulesProblem {
  /** 1-based. */
  readonly line: number;
}

export interface RuleFiles {
  /** `tops`: the folders above which nothing is looked for; files outside of them have no rules. */
  of(file: string, tops: readonly string[]): FileRules | undefined;
}

interface Read extends PathRules {
  readonly stamp: string;
  readonly patterns: readonly RegExp[];
  readonly problems: readonly PlacedProblem[];
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
        if (found !== undefined)
          return { file: ruleFile, problems: found.problems, ...said(found, toSlashes(path.relative(folder, file))) };
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
    return { rules: [], patterns: [], problems: [{ severity: "error", message, range: { start: 0, end: 0 }, line: 1 }] };
  }
  const { rules, problems } = readPathRules(text);
  return {
    rules,
    patterns: rules.map((rule) => globToRegExp(rule.path.replace(/^\.?\//, "").replace(/\/$/, "/**"))),
    problems: problems.map((problem) => ({ ...problem, line: text.slice(0, problem.range.start).split("\n").length })),
  };
}

function said({ rules, patterns }: Read, name: string): Partial<FileRules> {
  return rules
    .filter((_, index) => patterns[index]?.test(name))
    .reduce<Partial<FileRules>>((before, { path: pattern, ...rule }) => {
      if (rule.manager === undefined) return { ...before, ...rule };
      const { applyWith: _with, force: _force, ...rest } = before;
      return { ...rest, ...rule, managerPath: pattern };
    }, {});
}
