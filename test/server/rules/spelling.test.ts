import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { decodeLive } from "../../../shared/ownership/decodeLive.ts";
import { maskSecret } from "../../../shared/ownership/maskSecret.ts";
import { predict } from "../../../shared/ownership/predict.ts";
import { checkDiagnostics, checkFix, fixTitles } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const policy = (ports: string, owner: string): string => `
//- manifest manager=ci
kind: NetworkPolicy
spec:
  podSelector: {}
${ports}
//- live
spec:
  policyTypes: [Ingress]
  podSelector: {}     # @${owner}
  ingress:            # @${owner}
  - ports:
    - port: 80
      protocol: TCP
`;
const plain = "  ingress:\n  - ports:\n    - port: 80 # the web\n";

const widget = (here: string, live: string, owner = "ci"): string => `
//- manifest manager=ci
apiVersion: example.dev/v1
kind: Widget
spec:
${here}
//- live
spec:
${live} # @${owner}
//- schema
types:
- name: root
  map:
    fields:
    - {name: apiVersion, type: {scalar: string}}
    - {name: kind, type: {scalar: string}}
    - {name: metadata, type: {namedType: any}}
    - name: spec
      type: {map: {fields: [{name: wait, type: {scalar: string}}, {name: port, type: {scalar: untyped}}]}}
- name: any
  scalar: untyped
  list: {elementType: {namedType: any}, elementRelationship: atomic}
  map: {elementType: {namedType: any}}
`;

describe("a cause inside a conflict", () => {
  test("defaults inside an atomic list", () => {
    checkDiagnostics(
      policy(
        "  ingress:\n  ^^^^^^^ error apply-conflict 💡 this file means the same as the live object, which differs in defaults that the server filled in only\n  - ports:\n    - port: 80",
        "other",
      ),
    );
  });
  test("live's spelling is the safe way out, and keeps comments", () => {
    const source = policy(plain, "other");
    expect(fixTitles(source)[0]).toBe("★ Use live's spelling of .spec.ingress (owned together with other)");
    checkFix(
      source,
      "Use live's spelling of .spec.ingress (owned together with other)",
      "kind: NetworkPolicy\nspec:\n  podSelector: {}\n  ingress:\n  - ports:\n    - port: 80 # the web\n      protocol: TCP\n\n",
    );
  });
  test("durations, numbers as text, base64", () => {
    checkDiagnostics(widget("  wait: 1h30m\n  ^^^^ error apply-conflict 💡 (same duration, other spelling)", "  wait: 90m0s", "other"));
    checkDiagnostics(
      widget('  port: "80"\n  ^^^^ error apply-conflict 💡 the same, once as a number and once as text', "  port: 80", "other"),
    );
    checkDiagnostics(`
//- manifest
kind: ConfigMap
binaryData:
  key: "YWJj\\nZGVm"
  ^^^ error apply-conflict 💡 (same bytes, other base64 text)
//- live
binaryData:
  key: YWJjZGVm # @other
`);
  });
  test("the bytes of a Secret, which are hidden", () => {
    const [snapshot] = readFixture(`
//- manifest manager=ci
kind: Secret
data:
  key: "YWJj\\nZGVm"
//- live
data:
  key: YWJjZGVm # @other
`).snapshots;
    if (snapshot?.live.state !== "live") throw new Error("no live object");
    const digest = (bytes: Uint8Array): string => String(bytes);
    const object = { ...snapshot.object, value: maskSecret(snapshot.object.value, digest) };
    const live = { ...snapshot.live, live: decodeLive(maskSecret(snapshot.live.live.object, digest)) };
    const [finding] = check({ ...snapshot, object, live });
    expect(finding?.code).toBe("apply-conflict");
    expect(finding?.message).toContain("live (hidden, 6 bytes), here (hidden, 6 bytes) (same bytes, other base64 text)");
    const ours = live.live.managedFields.map((entry) => ({ ...entry, manager: "ci" }));
    const own = { ...snapshot, object, live: { ...live, live: { ...live.live, managedFields: ours } } };
    expect(check(own)).toEqual([]);
    expect(predict(own).verdict).toBe("unchanged");
  });
  test("what means something else has no cause", () => {
    checkDiagnostics(widget('  wait: 61s\n  ^^^^ error apply-conflict 💡 live "1m", here "61s".', "  wait: 1m", "other"));
    checkDiagnostics(
      policy(
        "  ingress:\n  ^^^^^^^ error apply-conflict 💡 this file removes its only item\n  - ports:\n    - port: 80\n      protocol: UDP",
        "other",
      ),
    );
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  wait: 60s
  ^^^^ error apply-conflict 💡 live "1m", here "60s".
//- live
data:
  wait: 1m # @other
`);
  });
});

describe("a hint where we alone own it", () => {
  test("each apply writes it anew", () => {
    checkDiagnostics(widget("  wait: 60s\n  ^^^^ hint spelling 💡 Applying as ci writes it anew and changes nothing else", "  wait: 1m"));
    checkFix(
      widget("  wait: 60s # a while", "  wait: 1m"),
      'Use live\'s spelling "1m" of .spec.wait',
      'apiVersion: example.dev/v1\nkind: Widget\nspec:\n  wait: "1m" # a while\n',
    );
  });
  test("not where another holds it too, by force, client-side, or filled in later", () => {
    checkDiagnostics(widget("  wait: 60s\n  ^^^^ error apply-conflict 💡", "  wait: 1m", "ci @other"));
    checkDiagnostics(widget("  wait: 60s", "  wait: 1m").replace("manager=ci", "manager=ci with=client-side"));
    checkDiagnostics(widget("  wait: $(WAIT)", "  wait: 1m"));
  });
  test("not where nobody holds it", () => checkDiagnostics(widget("  wait: 60s\n  port: 80", "  wait: 1m\n  port: 80")));
});

test.each([
  ["defaults", policy(plain, "ci")],
  [
    "amounts",
    `
//- manifest manager=ci
kind: PersistentVolumeClaim
spec:
  resources:
    requests: { storage: 1024Mi }
//- live
spec:
  resources:
    requests:
      storage: 1Gi # @ci
`,
  ],
  [
    "bytes",
    `
//- manifest manager=ci
kind: ConfigMap
binaryData:
  key: "YWJj\\nZGVm"
//- live
binaryData:
  key: YWJjZGVm # @ci
`,
  ],
])("what the server itself makes of the text changes nothing, and nothing is said: %s", (_, source) => {
  const [snapshot] = readFixture(source).snapshots;
  expect(snapshot && check(snapshot)).toEqual([]);
  expect(snapshot && predict(snapshot).verdict).toBe("unchanged");
});
