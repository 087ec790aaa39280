import { expect, test } from "vitest";
import { readPathRules } from "../../../shared/manifest/pathRules.ts";

const problemsOf = (text: string): string[] =>
  readPathRules(text).problems.map(({ severity, message, range }) => `${severity} at ${text.slice(range.start, range.end)}: ${message}`);

test("rules, in text order", () => {
  const text = `# who applies what
paths:
- path: "**"
  manager: kustomize-controller
  applyWith: server-side
  force: on
  partial: no
- path: clusters/prod/
  context: prod-eu
  namespace: shop
`;
  expect(readPathRules(text)).toEqual({
    rules: [
      { path: "**", manager: "kustomize-controller", applyWith: "server-side", force: true, partial: false },
      { path: "clusters/prod/", context: "prod-eu", namespace: "shop" },
    ],
    problems: [],
  });
});

test.each(["", "# nothing yet\n", "---\n", "paths:\n", "paths: []\n", "{}", '{"paths": []}'])("says nothing: %j", (text) =>
  expect(readPathRules(text)).toEqual({ rules: [], problems: [] }),
);

test.each<[string, string, string[]]>([
  ["a syntax error", "paths:\n- path: a\n  context: [x\n", ["error at "]],
  ["tabs", "paths:\n\t- path: a\n", ["error at "]],
  ["an alias to nothing", "paths:\n- path: **/prod\n", ["error at "]],
  ["a list", "- path: a\n", ['error at - path: a: must be a map with the key "paths"']],
  ["a word", "prod\n", ['error at prod: must be a map with the key "paths"']],
  ["paths as a map", "paths:\n  a/**: {context: x}\n", ["error at paths: paths must be a list"]],
  ["an item that is no map", "paths:\n- clusters/prod\n", ["error at clusters/prod: an item of paths must be a map"]],
  ["an item that is not written", "paths:\n-\n- path: a\n", ["error at -: an item of paths must be a map"]],
  ["no path", "paths:\n- context: x\n", ["error at context: x: an item of paths needs the key path"]],
  ["an empty path", "paths:\n- path: ''\n", ["error at path: path must be a text that is not empty"]],
  ["a context that is no text", "paths:\n- path: a\n  context: 12\n", ["error at context: context must be a text"]],
  ["a way that is none", "paths:\n- path: a\n  applyWith: helm\n", ["error at applyWith: applyWith is server-side, client-side, helm3"]],
  ["partial in words", "paths:\n- path: a\n  partial: mostly\n", ["error at partial: partial is true or false"]],
  ["force in words", "paths:\n- path: a\n  force: sometimes\n", ["error at force: force is true or false"]],
])("%s is an error, and no rule holds", (_, text, [expected]) => {
  const [found] = problemsOf(text);
  expect(found?.startsWith(expected ?? "")).toBe(true);
  expect(readPathRules(text).rules).toEqual([]);
});

test("severities and ignores", () => {
  const text = `paths:
- path: a
  severities: {apply-conflict: warning, who-applies: off}
  ignores:
  - {code: apply-conflict, reason: being moved, field: .spec.replicas, until: "2027-03-31"}
  - {code: who-applies, reason: known}
`;
  expect(readPathRules(text)).toEqual({
    problems: [],
    rules: [
      {
        path: "a",
        severities: { "apply-conflict": "warning", "who-applies": "off" },
        ignores: [{ code: "apply-conflict", field: ".spec.replicas", until: "2027-03-31" }, { code: "who-applies" }],
      },
    ],
  });
});

test.each<[string, string, string]>([
  ["severities: [a]", "severities", "severities must be a map of codes"],
  ["severities: {a: loud}", "a", "the severity of a is error, warning, information, hint, off"],
  ["ignores: a", "ignores", "ignores must be a list"],
  ["ignores: [a]", "a", "an item of ignores must be a map"],
  ["ignores: [{reason: x}]", "{reason: x}", "an item of ignores needs the key code"],
  ["ignores: [{code: a}]", "{code: a}", "a is not ignored: say the reason"],
  ["ignores: [{code: a, reason: x, until: soon}]", "{code: a, reason: x, until: soon}", "a is not ignored: until is a day, YYYY-MM-DD"],
])("%s is left out, and the other keys hold", (line, at, message) => {
  const text = `paths:\n- path: a\n  manager: m\n  ${line}\n`;
  expect(problemsOf(text)).toEqual([`warning at ${at}: ${message}`]);
  expect(readPathRules(text).rules).toMatchObject([{ path: "a", manager: "m" }]);
});

test("what is not known is left out with a warning, the rest holds", () => {
  const text = "severities: {}\npaths:\n- path: a\n  context: x\n  ignore: [b]\n- path: c\n  context: y\n  context: z\n";
  expect(readPathRules(text).rules).toEqual([
    { path: "a", context: "x" },
    { path: "c", context: "z" },
  ]);
  expect(problemsOf(text)).toEqual([
    'warning at context: "context" is written again below: this one is lost',
    'warning at severities: unknown key "severities": it is left out',
    'warning at ignore: unknown key "ignore": it is left out',
  ]);
});

test("keys of every object are keys like others", () =>
  expect(problemsOf("__proto__: {}\nconstructor: 1\npaths: []\n")).toEqual([
    'warning at __proto__: unknown key "__proto__": it is left out',
    'warning at constructor: unknown key "constructor": it is left out',
  ]));

test.each([
  ["deep", `paths: ${"[".repeat(20_000)}`],
  ["deep and closed", `paths: ${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  [
    "aliases",
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\npaths: [*e,*e,*e,*e,*e,*e,*e,*e]\n`,
  ],
  ["a template", "paths:\n- path: {{ .Values.path }}\n"],
])("%s is an answer", (_, text) => expect(readPathRules(text).problems.length).toBeGreaterThan(0));

test("what is said of managers' names", () => {
  const text = `paths:
- path: a
  aliases: {node-fetch: the desktop client, "ci-*": pipelines}
  us: [old-cd, "deploy-*"]
- path: b
  aliases: {x: 1}
  us: [z, 2]
- path: c
  aliases: [x]
  us: z
`;
  expect(readPathRules(text).rules).toEqual([
    { path: "a", aliases: { "node-fetch": "the desktop client", "ci-*": "pipelines" }, us: ["old-cd", "deploy-*"] },
    { path: "b", aliases: {}, us: ["z"] },
    { path: "c" },
  ]);
  expect(problemsOf(text)).toEqual([
    "warning at x: the alias of x must be a text",
    "warning at 2: a manager's name must be a text",
    "warning at aliases: aliases must be a map of managers' names",
    "warning at us: us must be a list of managers' names",
  ]);
});
