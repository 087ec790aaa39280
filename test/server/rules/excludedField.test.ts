import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

const container = (env: string): string => `spec:
  template:
    spec:
      containers:
        - name: app # @ci
          env:
            - name: A # @ci
              ${env}
`;
const against = (here: string, live: string, options = ""): void =>
  checkDiagnostics(`
//- manifest manager=ci ${options}
kind: Deployment
${here.replaceAll(" # @ci", "")}
//- live
${live}
`);
const from = "valueFrom: { fieldRef: { fieldPath: metadata.name } }";
const mark = "\n              ^^^^^^^^^ warning excluded-field held by ops (Update)";

test("a value that others hold", () => against(container(`${from}${mark}`), container("value: a # @ops=Update")));

test("a volume that was defaulted to emptyDir", () => {
  const volume = (source: string): string => `spec:
  template:
    spec:
      volumes:
        - name: v # @ci
${source}`;
  against(
    volume(
      "          secret: { secretName: s }\n          ^^^^^^ warning excluded-field .emptyDir, which this file lacks but which stays, since nobody owns it",
    ),
    volume("          emptyDir: {}\n"),
  );
});

describe("nothing to say", () => {
  test("ours goes with the apply", () =>
    against(
      container(from).replace("- name: A # @ci\n", "- name: A # @ci\n              ^^^^^^^ information removes-field 💡\n"),
      container("value: a # @ci"),
    ));
  test("an empty value is none", () => against(container(from), container('value: "" # @ops=Update')));
  test("the live field alone", () => against(container("# left to ops"), container("value: a # @ops=Update")));
  test("another type allows it", () =>
    against(
      "spec:\n  minReadySeconds: 5 # @ci\n  strategy: { type: RollingUpdate }",
      "spec:\n  minReadySeconds: 5 # @ci\n  strategy:\n    type: RollingUpdate\n    rollingUpdate: { maxSurge: 1 }",
    ));
  test("both here is the server's to say", () => against(container(`value: b\n              ${from}`), container("value: a # @ci")));
  test("client-side it is patched away", () => against(container(from), container("value: a"), "with=client-side"));
  test("what is filled in later", () => against(container("valueFrom: $(FROM)"), container("value: a # @ops=Update")));
});
