import { describe, expect, test } from "vitest";
import { predict } from "../../../shared/ownership/predict.ts";
import { checkDiagnostics, checkHover } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const manifest = (mark: string, options = ""): string => `
//- manifest manager=ci ${options}
kind: ConfigMap
metadata:
  name: web
  namespace: shop
${mark === "" ? "" : `  ^^^^^^^^^ error ${mark}\n`}data:
  a: x
`;

describe.each(["missing", "terminating"])("a namespace that is %s", (space) => {
  const code = `namespace-${space}`;
  const absent = `//- live state=absent context=prod space=${space}`;

  test("where the object is not there", () => checkDiagnostics(`${manifest(code)}${absent}`));

  test("assumed from the context: at metadata, named with its source", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
metadata: { name: web }
^^^^^^^^ error ${code} ConfigMap web (namespace shop, from context prod) is refused
data:
  a: x
${absent} namespace=assumed
`));

  test.each(["denied", "unreachable", "noSuchKind", "stale"])("nothing where nobody knows of the object: %s", (state) =>
    checkDiagnostics(`${manifest("")}//- live state=${state} space=${space}\ndata:\n  a: x    # @ci`),
  );

  test("nothing where the object is read from files", () => checkDiagnostics(`${manifest("")}//- live state=absent space=${space}`));

  test("nothing of text that does not parse", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
metadata: {
data: { a: x }
${absent}
`));

  test("an apply creates nothing, whoever applies it", () => {
    for (const options of ["", "with=client-side", "with=helm3"]) {
      const [snapshot] = readFixture(`${manifest("", options)}${absent}`).snapshots;
      expect(snapshot && predict(snapshot).verdict, options).toBe("refused");
    }
  });

  test("what the schema refuses is refused before", () => {
    const [snapshot] = readFixture(`${manifest("").replace("a: x", "a: [x]")}${absent}`).snapshots;
    expect(snapshot && predict(snapshot).serverMessage).toContain(".data.a");
  });
});

test("the hover says why nothing is created", () =>
  checkHover(
    `${manifest("").replace("name: web", "name: w$0eb")}//- live state=absent context=prod space=missing`,
    "**ConfigMap shop/web**",
    'Applying as ci is refused: namespaces "shop" not found',
  ));

test.each([
  ["missing", "the namespace is not there, so an apply is refused"],
  ["terminating", "the namespace is being deleted, so an apply is refused"],
])("the hover of a field says so too: %s", (space, words) =>
  checkHover(
    `${manifest("").replace("a: x", "a$0: x")}//- live state=absent context=prod space=${space}`,
    expect.stringContaining("`.data.a`"),
    `No live object in context prod, namespace shop: ${words}`,
  ),
);

describe("-n", () => {
  test("says another namespace", () => checkDiagnostics(`${manifest("namespace-mismatch", "namespace=staging")}`));

  test.each(["shop"])("says %s as well", (flag) => checkDiagnostics(manifest("", `namespace=${flag}`)));

  test("says nothing of a kind without namespaces, nor of one that nobody knows", () => {
    for (const kind of ["ClusterRole", "Gadget"])
      checkDiagnostics(`
//- manifest manager=ci namespace=staging
kind: ${kind}
metadata:
  name: web
  namespace: shop
//- live state=denied
`);
  });

  test("says nothing against a namespace that is filled in later", () =>
    checkDiagnostics(manifest("", "namespace=staging").replace("namespace: shop", `namespace: "\${NS}"`)));

  test.each(["denied", "unreachable"])("whatever is known of the live object: %s", (state) =>
    checkDiagnostics(`${manifest("namespace-mismatch", "namespace=staging")}//- live state=${state} context=prod`),
  );

  test("nothing of text that does not parse", () => checkDiagnostics(manifest("", "namespace=staging").replace("data:", "data: [")));
});
