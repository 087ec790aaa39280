import { describe, expect, test } from "vitest";
import { readArguments } from "../../../server/cli/arguments.ts";

const defaults = {
  inputs: ["a.yaml"],
  recursive: false,
  live: undefined,
  crds: [],
  context: undefined,
  namespace: undefined,
  kubeconfig: undefined,
  fieldManager: undefined,
  forceConflicts: false,
  verify: false,
  output: "text",
  color: "auto",
};

describe("readArguments", () => {
  test.each<[string, object]>([
    ["check -f a.yaml", {}],
    ["check --filename=a.yaml", {}],
    ["check -fa.yaml", {}],
    ["check a.yaml", {}],
    ["-f a.yaml check", {}],
    ["check -f a.yaml -f b -", { inputs: ["-", "a.yaml", "b"] }],
    ["check -f -", { inputs: ["-"] }],
    ["check -Rf deploy", { inputs: ["deploy"], recursive: true }],
    ["check -f a.yaml --recursive=false", {}],
    ["check -f a.yaml --live live -o json", { live: "live", output: "json" }],
    ["check -f a.yaml --crds crds --crds=more.yaml", { crds: ["crds", "more.yaml"] }],
    ["check -f a.yaml -o=json", { output: "json" }],
    ["check -f a.yaml -ojson", { output: "json" }],
    ["check -f a.yaml -o text -o json", { output: "json" }],
    ["check -f a.yaml -n shop --context prod --kubeconfig k", { namespace: "shop", context: "prod", kubeconfig: "k" }],
    ["check -f a.yaml --field-manager=team-cd --force-conflicts", { fieldManager: "team-cd", forceConflicts: true }],
    ["check -f a.yaml --force-conflicts=false --color never", { color: "never" }],
  ])("%s", (line, options) => {
    expect(readArguments(line.split(" "))).toEqual({ kind: "check", options: { ...defaults, ...options } });
  });

  test.each([
    ["check -f a.yaml --fieldmanager=x", "unknown flag: --fieldmanager (did you mean --field-manager?)"],
    ["check -f a.yaml --zzz", "unknown flag: --zzz"],
    ["check -f a.yaml -x", "unknown flag: -x"],
    ["check -f a.yaml --__proto__", "unknown flag: --__proto__"],
    ["blame --any -f a.yaml", 'unknown command "blame": the only command is "check"'],
    ["check", "nothing to check: say -f FILE, -f FOLDER or -f - for stdin"],
    ["-f a.yaml", 'no command given: try "check"'],
    ["check -f", "flag needs an argument: -f"],
    ["check -f a.yaml --live=", "flag needs an argument: --live"],
    ["check -f a.yaml -o yaml", 'invalid value "yaml" for --output: text or json'],
    ["check -f a.yaml --color=red", 'invalid value "red" for --color: auto, always, never'],
    ["check -f a.yaml --force-conflicts=maybe", 'invalid value "maybe" for --force-conflicts: true or false'],
  ])("%s is wrong: %s", (line, message) => {
    expect(readArguments(line.split(" "))).toEqual({ kind: "wrong", message });
  });

  test.each([
    ["", "help"],
    ["--help", "help"],
    ["check -h", "help"],
    ["help", "help"],
    ["--version", "version"],
  ])("%j asks for %s", (line, kind) => {
    expect(readArguments(line === "" ? [] : line.split(" "))).toEqual({ kind });
  });
});
