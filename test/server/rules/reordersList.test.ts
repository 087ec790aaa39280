import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

describe("only the order differs, and another applies the list too", () => {
  test("in a pod template each apply rolls out the pods", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          env:
          ^^^ warning reorders-list 💡 puts them back, and each time the pods are rolled out again (Deployment shop/web)
            - name: B
            - name: A
//- live
spec:
  template:
    spec:
      containers:
        - name: web          # .@ci @ci
          env:
            - name: A        # .@ci .@ops @ci @ops
            - name: B        # .@ci .@ops @ci @ops
`));

  test("a set", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
metadata:
  name: web
  namespace: shop
  finalizers: [example.dev/b, example.dev/a]
  ^^^^^^^^^^ information reorders-list 💡 .metadata.finalizers has the same items in another order
//- live
metadata:
  name: web
  namespace: shop
  finalizers:
    - example.dev/a    # @ci @ops
    - example.dev/b    # @ci @ops
`));
});

describe("nothing to say", () => {
  const ports = (options: string, live: string, state = ""): void =>
    checkDiagnostics(`
//- manifest ${options}
kind: Service
spec:
  ports: [{ port: 443 }, { port: 80 }]
//- live ${state}
spec:
  ports:
${live}
`);
  const item = (port: number, owners: string): string => `    - port: ${port}     ${owners}\n      protocol: TCP`;

  test.each([
    ["ours alone", "# .@ci @ci"],
    ["another by update", "# .@ci .@ops=Update @ci @ops=Update"],
  ])("%s", (_, owners) => ports("", `${item(80, owners)}\n${item(443, owners)}`));
  test("another holds one item only", () => ports("", `${item(80, "# .@ci .@ops @ci @ops")}\n${item(443, "# .@ci @ci")}`));
  test("the same order", () => ports("", ["# .@ci .@ops @ci @ops"].flatMap((owners) => [item(443, owners), item(80, owners)]).join("\n")));
  test("client-side", () => ports("with=client-side", `${item(80, "# .@ops @ops")}\n${item(443, "# .@ops @ops")}`));
  test.each(["denied", "stale"])("the live object is %s", (state) => ports("", item(80, "# .@ops @ops"), `state=${state}`));

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest
kind: Service
spec: {
  ports: [{ port: 443 }, { port: 80 }]
//- live
spec:
  ports:
${item(80, "# .@ops @ops")}
`));
});
