import { expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import type { Snapshot } from "../../../shared/ownership/snapshot.ts";
import { readFixture } from "../../support/fixture.ts";

/** The findings of a conflict at replicas, `line` being written there. */
function found(line: string, change: Partial<Pick<Snapshot, "levels" | "ignores">> = {}): string[] {
  const { snapshots } = readFixture(`
//- manifest  manager=ci
kind: Deployment
spec:
${line}
//- live
spec:
  replicas: 5        # @hpa=Update/scale
`);
  return snapshots.flatMap((snapshot) => check({ ...snapshot, ...change })).map(({ severity, code }) => `${severity} ${code}`);
}

test.each<{ name: string; line?: string; change?: Partial<Pick<Snapshot, "levels" | "ignores">>; finds: string[] }>([
  { name: "as the rule has it", finds: ["error apply-conflict"] },
  { name: "another severity", change: { levels: { "apply-conflict": "hint" } }, finds: ["hint apply-conflict"] },
  { name: "off", change: { levels: { "apply-conflict": "off" } }, finds: [] },
  { name: "ignored in all fields", change: { ignores: [{ code: "apply-conflict", field: undefined }] }, finds: [] },
  { name: "ignored in this field", change: { ignores: [{ code: "apply-conflict", field: ".spec.replicas" }] }, finds: [] },
  { name: "ignored in another field", change: { ignores: [{ code: "apply-conflict", field: ".spec" }] }, finds: ["error apply-conflict"] },
  { name: "a comment above", line: "  # field-ownership-ignore: apply-conflict trying the autoscaler\n  replicas: 2", finds: [] },
  { name: "a comment two lines above", line: "  # field-ownership-ignore: apply-conflict why\n  # more\n  replicas: 2", finds: [] },
  { name: "a comment behind", line: "  replicas: 2 # field-ownership-ignore: apply-conflict trying the autoscaler", finds: [] },
  { name: "without a reason", line: "  replicas: 2 # field-ownership-ignore: apply-conflict", finds: ["error apply-conflict"] },
  { name: "of another code", line: "  replicas: 2 # field-ownership-ignore: takes-over why", finds: ["error apply-conflict"] },
  {
    name: "above another field",
    line: "  # field-ownership-ignore: apply-conflict why\n  paused: true\n  replicas: 2",
    finds: ["error apply-conflict"],
  },
])("$name", ({ line = "  replicas: 2", change, finds }) => expect(found(line, change)).toEqual(finds));
