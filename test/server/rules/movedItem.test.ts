import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

describe("the merge key changed", () => {
  const service = (owners: string, finding: string): string => `
//- manifest
kind: Service
spec:
  ports:
    - name: http
      ^^^^^^^^^^ ${finding}
      port: 8080
//- live
spec:
  ports:
    - name: http     ${owners}
      port: 80       ${owners.replaceAll(/\.@\S+/g, "")}
      protocol: TCP
`;

  test("only ours: the new item takes the old one's place", () =>
    checkDiagnostics(
      service(
        "# .@ci @ci",
        'hint moved-item 💡 The key of this item of .spec.ports was [port=80,protocol="TCP"] and is [port=8080,protocol="TCP"] now. Applying as ci puts a new item in its place (Service shop/web).',
      ),
    ));

  test("another holds it too: both are there, and two ports of one name are refused", () =>
    checkDiagnostics(
      service(
        "# .@ci .@ops @ci @ops",
        'warning moved-item 💡 adds a second item, and the old one stays, held by ops (Apply) too (Service shop/web). The server then refuses two ports of the name "http".',
      ),
    ));

  test("a renamed container: what others hold in the old one is gone, and the new one lacks an image", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: app
          ^^^^^^^^^ warning moved-item 💡 what was held in the old one by setter (Update) is gone (Deployment shop/web). The server then refuses the Deployment: the new container has no image.
          workingDir: /srv
//- live
spec:
  template:
    spec:
      containers:
        - name: web          # .@ci @ci
          workingDir: /srv   # @ci
          image: web:1       # @setter=Update
`));
});

describe("nothing moved", () => {
  test("an item less and another one more, which share nothing", () =>
    checkDiagnostics(`
//- manifest
kind: Service
spec:
  ports:
  ^^^^^ information removes-field 💡 deletes .spec.ports[port=80,protocol="TCP"]
    - name: metrics
      port: 9090
//- live
spec:
  ports:
    - name: http     # .@ci @ci
      port: 80       # @ci
      protocol: TCP
`));

  test("two old items are alike", () =>
    checkDiagnostics(`
//- manifest
kind: Service
spec:
  ports:
  ^^^^^ information removes-field 💡 deletes .spec.ports[port=80,protocol="TCP"] and .spec.ports[port=81,protocol="TCP"]
    - { port: 82, appProtocol: http }
//- live
spec:
  ports:
    - port: 80            # .@ci @ci
      appProtocol: http   # @ci
      protocol: TCP
    - port: 81            # .@ci @ci
      appProtocol: http   # @ci
      protocol: TCP
`));

  test.each([
    ["client-side", "with=client-side", ""],
    ["denied", "", "state=denied"],
    ["stale", "", "state=stale"],
  ])("%s", (_, options, state) =>
    checkDiagnostics(`
//- manifest ${options}
kind: Service
spec:
  ports: [{ name: http, port: 8080 }]
//- live ${state}
spec:
  ports:
    - name: http     # .@ci @ci
      port: 80       # @ci
      protocol: TCP
`),
  );

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest
kind: Service
spec: {
  ports: [{ name: http, port: 8080 }]
//- live
spec:
  ports:
    - name: http     # .@ci @ci
      port: 80       # @ci
`));
});
