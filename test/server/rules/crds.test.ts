import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const map = "x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name]";
const atomic = "x-kubernetes-list-type: atomic";
const items = "items: {type: object, required: [name], properties: {name: {type: string}, port: {type: integer}}}";
const list = (type: string): string => `{type: array, ${type === "" ? "" : `${type}, `}${items}}`;

interface Version {
  readonly name?: string;
  readonly served?: boolean;
  readonly properties?: readonly string[];
  /** Marks beneath lines of the version: by the line's first word. */
  readonly marks?: Readonly<Record<string, string>>;
}

/** A definition, with what is expected at its lines. */
function definition(versions: readonly Version[], marks: Readonly<Record<string, string>> = {}): string {
  const marked = (line: string, mark: string | undefined): string => {
    const key = /^ *(?:- )?/.exec(line)?.[0].length ?? 0;
    const word = /^[\w-]+/.exec(line.slice(key))?.[0] ?? "";
    return mark === undefined ? line : `${line}\n${" ".repeat(key)}${"^".repeat(word.length)} ${mark}`;
  };
  const lines = versions.flatMap(({ name = "v1", served = true, properties = [], marks: own = {} }) =>
    [
      `    - name: ${name}`,
      `      served: ${served}`,
      "      storage: true",
      "      schema:",
      "        openAPIV3Schema:",
      "          type: object",
      "          properties:",
      ...properties.map((property) => `            ${property}`),
    ].map((line) => marked(line, own[/[\w-]+(?=:)/.exec(line)?.[0] ?? ""])),
  );
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: proxies.shop.example.org
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: proxies, singular: proxy, kind: Proxy}
${marked("  versions:", marks.versions)}
${lines.join("\n")}
`;
}

const live = (versions: readonly Version[], more = ""): string => `//- live
${definition(versions)
  .slice(definition(versions).indexOf("spec:"))
  .replace(/^( {2}\w+:.*)$/gm, "$1 # @ci")}${more}`;

const against = (manifest: string, current: string, options = "manager=ci"): void =>
  checkDiagnostics(`\n//- manifest ${options}\n${manifest}${current}`);
const hint = "hint crd-list-type";
const warning = "warning crd-ownership-change";

describe("a list of named objects without a list type", () => {
  test("in a new definition", () =>
    against(
      definition([{ properties: [`servers: ${list("")}`], marks: { servers: `${hint} .servers has no x-kubernetes-list-type` } }]),
      "",
    ));
  test("where the cluster may not be read", () =>
    against(definition([{ properties: [`servers: ${list("")}`], marks: { servers: hint } }]), "//- live state=denied\n"));
  test("that is new in a definition which is there", () =>
    against(
      definition([{ properties: [`old: ${list("")}`, `servers: ${list("")}`], marks: { servers: hint } }]),
      live([{ properties: [`old: ${list("")}`] }]),
    ));
  test("in each version", () =>
    against(definition(["v1", "v2"].map((name) => ({ name, properties: [`servers: ${list("")}`], marks: { servers: hint } }))), ""));
  test("below maps of any key", () =>
    against(
      definition([
        {
          properties: [`zones: {type: object, additionalProperties: {type: object, properties: {a: ${list("")}}}}`],
          marks: {},
        },
      ]).replace(/(\n {12})(zones: .*)\{a: (.*)\}\}\}\n/, `$1$2{\n              a: $3}}}\n              ^ ${hint} .zones[*].a has no\n`),
      "",
    ));
  test("many are said once", () => {
    const properties = Array.from({ length: 300 }, (_, number) => `list${number}: ${list("")}`);
    const words =
      "300 lists of version v1 have a required name in each item and no x-kubernetes-list-type (.list0, .list1, .list2, .list3 and 296 more)";
    against(definition([{ properties, marks: { openAPIV3Schema: `${hint} ${words}` } }]), "");
  });
});

describe("no list type is missed", () => {
  const quiet: Readonly<Record<string, string>> = {
    "where it is written": list(atomic),
    "where the items have no name": "{type: array, items: {type: object, required: [port], properties: {port: {type: integer}}}}",
    "where the name may be left out": "{type: array, items: {type: object, properties: {name: {type: string}}}}",
    "of scalars": "{type: array, items: {type: string}}",
    "inside a list that is atomic": `{type: array, ${atomic}, items: {type: object, properties: {a: ${list("")}}}}`,
    "inside a map that is atomic": `{type: object, x-kubernetes-map-type: atomic, properties: {a: ${list("")}}}`,
    "by text that is no schema": "[1, {type: array}]",
  };
  test.each(Object.entries(quiet))("%s", (_, property) => {
    const manifest = `\n//- manifest manager=ci\n${definition([{ properties: [`servers: ${property}`] }])}`;
    const codes = readFixture(manifest).snapshots.flatMap((one) => check(one).map(({ code }) => code));
    expect(codes.filter((code) => code.startsWith("crd-"))).toEqual([]);
  });
  test("where the live definition has none either", () =>
    against(definition([{ properties: [`servers: ${list("")}`] }]), live([{ properties: [`servers: ${list("")}`] }])));
  test("in broken text", () => against(`${definition([{ properties: [`servers: ${list("")}`] }])}  x: [\n`, ""));
  test("in another kind of that name", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
data: {versions: "[{name: v1}]"}
`));
});

describe("what the records of custom resources mean", () => {
  const change = (was: string, is: string, keyword: string, words: string) =>
    against(
      definition([{ properties: ["servers:", ...is.split("\n").map((line) => `  ${line}`)], marks: { [keyword]: `${warning} ${words}` } }]),
      live([{ properties: ["servers:", ...was.split("\n").map((line) => `  ${line}`)] }]),
    );
  const typed = (...keywords: readonly string[]): string => ["type: array", ...keywords, items].join("\n");
  const keyed = (...keys: readonly string[]): string =>
    typed("x-kubernetes-list-type: map", `x-kubernetes-list-map-keys: [${keys.join(", ")}]`);

  test("a keyed list becomes atomic", () =>
    change(
      keyed("name"),
      typed(atomic),
      "x-kubernetes-list-type",
      ".servers is merged by name in the live definition and atomic here. Whoever holds an item",
    ));
  test("a keyed list loses its type, and nothing is said of that in addition", () =>
    change(keyed("name"), typed(), "servers", ".servers is merged by name in the live definition and atomic here"));
  test("an atomic list becomes keyed", () =>
    change(
      typed(atomic),
      keyed("name"),
      "x-kubernetes-list-type",
      ".servers is atomic in the live definition and merged by name here. Its owner keeps only",
    ));
  test("other keys", () =>
    change(
      keyed("name"),
      keyed("name", "port"),
      "x-kubernetes-list-map-keys",
      "merged by name in the live definition and merged by name and port here. What was recorded",
    ));
  test("a map becomes atomic", () =>
    change(
      "type: object\nadditionalProperties: {type: string}",
      "type: object\nx-kubernetes-map-type: atomic\nadditionalProperties: {type: string}",
      "x-kubernetes-map-type",
      ".servers is granular in the live definition and atomic here. Whoever holds a key",
    ));
  test("many are said once", () => {
    const properties = (type: string) => Array.from({ length: 40 }, (_, number) => `list${number}: ${list(type)}`);
    const words =
      "40 lists and maps of version v1 merge otherwise than in the live definition (.list0, .list1, .list2, .list3 and 36 more)";
    against(
      definition([{ properties: properties(atomic), marks: { openAPIV3Schema: `${warning} ${words}` } }]),
      live([{ properties: properties(map) }]),
    );
  });

  test("a version goes", () =>
    against(
      definition([{}], { versions: `${warning} shop.example.org/v1beta1 is in the live definition and not here. Where a record` }),
      live([{}, { name: "v1beta1" }]),
    ));
  test("a version goes in which objects are stored", () =>
    against(
      definition([{}], { versions: `${warning} The API server refuses that while status.storedVersions names v1beta1` }),
      live([{}, { name: "v1beta1" }], "status: {storedVersions: [v1beta1, v1]}\n"),
    ));
  test("a version is not served any more", () =>
    against(
      definition([{}, { name: "v1beta1", served: false, marks: { served: `${warning} shop.example.org/v1beta1 is served now` } }]),
      live([{}, { name: "v1beta1" }]),
    ));
});

describe("the records keep their meaning", () => {
  const keyed = [{ properties: [`servers: ${list(map)}`] }];
  const other = [{ properties: [`servers: ${list(atomic)}`] }];
  test("where nothing changes", () => against(definition(keyed), live(keyed)));
  test("where a version comes", () => against(definition([{}, { name: "v2" }]), live([{}])));
  test("where an atomic list is written as what it is", () => against(definition(other), live([{ properties: [`servers: ${list("")}`] }])));
  test("inside of what is atomic anyway", () => {
    const outer = (inner: string): Version[] => [
      { properties: [`a: {type: array, ${atomic}, items: {type: object, properties: {b: ${list(inner)}}}}`] },
    ];
    against(definition(outer(map)), live(outer(atomic)));
  });
  test("as far as anybody knows: a stale definition", () =>
    against(definition(other), live(keyed).replace("//- live", "//- live state=stale")));
  test("as far as anybody knows: none may be read", () => against(definition(other), "//- live state=denied\n"));
  test("as far as anybody knows: versions that are filled in", () => against(definition([{ name: "$(VERSION)" }]), live([{}])));
  test("in broken text", () => against(`${definition(other)}  x: [\n`, live(keyed)));
});
