/** What a `.field-ownership.yaml` says, once it is read. */
import type { Range } from "./model.ts";

/** What is said of the files whose path matches. */
export interface PathRule {
  /** A glob, relative to the folder of the file that it stands in. */
  readonly path: string;
  readonly context?: string;
  readonly namespace?: string;
  readonly manager?: string;
  readonly applyWith?: (typeof ways)[number];
  readonly force?: boolean;
  /** Whether the manager sends more than these files say of their objects. */
  readonly partial?: boolean;
  /** The severity of findings, by code. */
  readonly severities?: Readonly<Record<string, (typeof levels)[number]>>;
  readonly ignores?: readonly PathIgnore[];
  /** What stands behind a manager's name, in the person's own words. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Other names that are ours. */
  readonly us?: readonly string[];
}

/** Findings that are to be kept silent. */
export interface PathIgnore {
  readonly code: string;
  /** One field, printed as kubectl does; absent: all of them. */
  readonly field?: string;
  /** YYYY-MM-DD: the last day on which it holds. */
  readonly until?: string;
}

export interface PathRules {
  /** In text order; empty where there is an error. */
  readonly rules: readonly PathRule[];
  readonly problems: readonly RulesProblem[];
}

export interface RulesProblem {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly range: Range;
}

export const ways = ["server-side", "client-side", "helm3"] as const;
export const levels = ["error", "warning", "information", "hint", "off"] as const;
