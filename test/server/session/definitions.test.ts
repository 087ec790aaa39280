import { utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { type SessionFixture, startSession } from "../../support/session.ts";

const definition = (listType: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.shop.example.org}
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {tags: {type: array, x-kubernetes-list-type: ${listType}, items: {type: string}}}}
`;
const manifest =
  "# field-manager: ci\napiVersion: shop.example.org/v1\nkind: Gadget\nmetadata: {name: g, namespace: shop}\nspec: {tags: [b]}\n";
const live = `apiVersion: shop.example.org/v1
kind: Gadget
metadata:
  name: g
  namespace: shop
  managedFields:
  - {manager: operator, operation: Apply, apiVersion: shop.example.org/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:tags": {}}}}
spec: {tags: [a]}
`;

/** Codes once the session says that they are others, or now where they are already wanted. */
async function untilCodes({ session }: SessionFixture, uri: string, wanted: number): Promise<void> {
  const codes = async (): Promise<number> => (await session.diagnosticsOf(uri)).length;
  for (;;) {
    const refreshed = new Promise<void>((resolve) => {
      const stop = session.onRefresh(() => {
        stop();
        resolve();
      });
    });
    if ((await codes()) === wanted) return;
    await refreshed;
  }
}

test("a definition in the workspace says how a list merges; changed, added and removed ones are noticed", async () => {
  const fixture = startSession(
    { "live/g.yaml": live, "crds/gadget.yaml": definition("atomic") },
    { settings: { apply: { manager: "ci", with: "server-side" } } },
  );
  const { session } = fixture;
  fixture.open("g.yaml", manifest);
  await untilCodes(fixture, "g.yaml", 1);
  const [finding] = await session.diagnosticsOf("g.yaml");
  expect(finding).toMatchObject({ code: "apply-conflict", certainty: { kind: "certain" } });

  const file = fixture.write("crds/gadget.yaml", definition("atomic").replaceAll("adget", "idget"));
  utimesSync(file, new Date(), new Date("2030-01-01"));
  session.filesChanged();
  await untilCodes(fixture, "g.yaml", 0);

  fixture.write("crds/second.yaml", definition("atomic"));
  session.filesChanged();
  await untilCodes(fixture, "g.yaml", 1);
  session.dispose();
});
