import { describe, expect, test } from "vitest";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import { applying } from "./object.ts";

const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const micro = "2006-01-02T15:04:05.000000Z07:00";
const layout = "2006-01-02T15:04:05Z07:00";

/** What the server answers to a value that the Go type cannot read; undefined where it can. */
function problemOf(config: object): readonly [string, string] | undefined {
  const outcome = applying({ metadata: { name: "x", namespace: "shop" }, ...config });
  if (outcome.verdict !== "refused") return undefined;
  expect(outcome.code).toBe(500);
  return [printPath(outcome.path ?? []), outcome.message.replace(/^failed to convert new object .*?, Kind=\w+: /, "")];
}

describe.each<[string, (value: unknown) => object, string, readonly (readonly [unknown, string | undefined])[]]>([
  [
    "a quantity",
    (cpu) => ({ apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "app", resources: { limits: { cpu } } }] } }),
    '.spec.containers[name="app"].resources.limits.cpu',
    [
      ...["1", "1000m", "1.5Gi", "+0.5", ".5", "1.", "1e3", "2E-3", "", " 1 ", 1, 0.5, null].map(
        (good) => [good, good === "" ? format : undefined] as const,
      ),
      ...["1 core", "one", "1gi", true].map((bad) => [bad, format] as const),
      ...["1mm", "1Mii", "1e"].map((bad) => [bad, "unable to parse quantity's suffix"] as const),
    ],
  ],
  [
    "a number or text",
    (port) => ({ apiVersion: "v1", kind: "Service", spec: { ports: [{ port: 80, targetPort: port }] } }),
    '.spec.ports[port=80,protocol="TCP"].targetPort',
    [
      [80, undefined],
      ["http", undefined],
      [1.5, "json: cannot unmarshal number 1.5 into Go value of type int32"],
      [2 ** 31, "json: cannot unmarshal number 2147483648 into Go value of type int32"],
      [true, "json: cannot unmarshal bool into Go value of type int32"],
    ],
  ],
  [
    "a time",
    (creationTimestamp) => ({ apiVersion: "batch/v1", kind: "Job", spec: { template: { metadata: { creationTimestamp } } } }),
    ".spec.template.metadata.creationTimestamp",
    [
      [null, undefined],
      ["2024-01-02T03:04:05Z", undefined],
      ["2024-01-02T03:04:05.678+02:00", undefined],
      ["s", `parsing time "s" as "${layout}": cannot parse "s" as "2006"`],
      ["2024-01-02", `parsing time "2024-01-02" as "${layout}": cannot parse "" as "T"`],
      ["2024-01-02T03:04:05Z!", `parsing time "2024-01-02T03:04:05Z!": extra text: "!"`],
      [5, "json: cannot unmarshal number into Go value of type string"],
    ],
  ],
  [
    "a time with microseconds",
    (renewTime) => ({ apiVersion: "coordination.k8s.io/v1", kind: "Lease", spec: { renewTime } }),
    ".spec.renewTime",
    [
      ["2024-01-02T03:04:05.000000Z", undefined],
      ["2024-01-02T03:04:05Z", `parsing time "2024-01-02T03:04:05Z" as "${micro}": cannot parse "Z" as ".000000"`],
    ],
  ],
])("%s", (_, config, path, values) => {
  test.each(values)("%j", (value, problem) => {
    expect(problemOf(config(value))).toEqual(problem === undefined ? undefined : [path, problem]);
  });
});
