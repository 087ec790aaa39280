import { describe, test } from "vitest";
import { checkDiagnostics, checkFix } from "../../support/check.ts";

const shared = (options: string, replicas: string, owners: string): string => `
//- manifest manager=ci ${options}
kind: Deployment
spec:
${replicas}
//- live
spec:
  replicas: 5        # ${owners}
`;
const held = "  replicas: 5\n  ^^^^^^^^ warning shared-field";

describe("shared-field", () => {
  test("off unless a severity is chosen", () => checkDiagnostics(shared("", "  replicas: 5", "@hpa=Update/scale")));
  test("by several, ourselves apart", () =>
    checkDiagnostics(
      shared("levels=shared-field:warning", `${held} held by hpa (Update, scale) and ops (Apply)`, "@ci @hpa=Update/scale @ops"),
    ));
  test("ours alone", () => checkDiagnostics(shared("levels=shared-field:warning", "  replicas: 5", "@ci")));
  test("another value is a conflict", () =>
    checkDiagnostics(shared("levels=shared-field:warning", "  replicas: 4\n  ^^^^^^^^ error apply-conflict 💡", "@ops")));
  test("not client-side", () => checkDiagnostics(shared("levels=shared-field:warning with=client-side", "  replicas: 5", "@ops")));
  test("what is filled in later is nobody's yet", () =>
    checkDiagnostics(
      shared("levels=shared-field:warning", "  replicas: $(REPLICAS)", "@ops").replace("replicas: 5 ", "replicas: $(REPLICAS) "),
    ));
});

describe("over-claimed", () => {
  const exported = (marks: string, field: string): string => `
//- manifest manager=ci levels=over-claimed:warning
kind: Deployment
metadata:
  name: web
  namespace: shop
${marks}spec:
${field}
`;
  const mark = '  uid: "1"\n';
  const marks = `${mark}  annotations:\n    deployment.kubernetes.io/revision: "3"\n`;

  test("what the server fills in anyway", () =>
    checkDiagnostics(
      exported(marks, "  progressDeadlineSeconds: 600\n  ^^^^^^^^^^^^^^^^^^^^^^^ warning over-claimed 💡 600 is what the server fills in"),
    ));
  test("not by one mark, nor another value", () => {
    checkDiagnostics(exported(mark, "  progressDeadlineSeconds: 600"));
    checkDiagnostics(exported(marks, "  progressDeadlineSeconds: 601"));
  });
  test("it can go", () =>
    checkFix(
      exported(marks, "  paused: true\n  progressDeadlineSeconds: 600 # as it was"),
      "Remove .spec.progressDeadlineSeconds",
      `kind: Deployment\nmetadata:\n  name: web\n  namespace: shop\n${marks}spec:\n  paused: true\n`,
    ));
});
