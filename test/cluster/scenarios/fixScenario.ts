import { deployment } from "./deployments.ts";
import type { Scenario } from "./scenario.ts";

/** A value at a path of the live object: segments, an item of a list by `key=value`. `undefined`: nothing. */
type Holds = readonly [path: readonly string[], value: unknown];

/** A fix, and what the real server makes of its result. */
export interface FixScenario extends Pick<Scenario, "title" | "definitions" | "history" | "manifest"> {
  /** Who applies; undefined: nobody knows before the fix. */
  readonly manager: string | undefined;
  readonly force?: true;
  /** Other names of ours. */
  readonly us?: readonly string[];
  /** The code of the finding. */
  readonly code: string;
  /** Id of the fix; "fix-all" is that of all that is safe. */
  readonly fix: string;
  /** A fix that is a command changes these of the live object, and nothing else. Absent: the fix is an edit. */
  readonly changes?: readonly Holds[];
  /** What the live object holds once the manifest, as the fix left it, was applied. */
  readonly holds: readonly Holds[];
  /** Who has a record of the object itself then, in the order of names. */
  readonly records?: readonly string[];
}

/** A Deployment that an autoscaler scaled to 5. */
export function scaled(name: string, spec = "replicas: 2"): FixScenario["history"] {
  return [
    { by: "ci", apply: deployment(name, { spec }) },
    { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
  ];
}

export const replicas: readonly string[] = ["spec", "replicas"];
export const container: readonly string[] = ["spec", "template", "spec", "containers", "name=app"];
