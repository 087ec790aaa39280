import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

const example = readFileSync(path.resolve(import.meta.dirname, "../../data/rules/partial-key.txt"), "utf8");
const schema = example.slice(example.indexOf("//- schema"));
const widget = (servers: string, live: string, options = ""): string =>
  `\n//- manifest ${options}\napiVersion: example.dev/v1\nkind: Widget\nservers:\n${servers}${live}${schema}`;

test("beside a sibling in the file", () =>
  checkDiagnostics(
    widget(
      `  - port: 80
    ^^^^^^^^ warning partial-key [port=80] of .servers has no protocol, so it is another item than [port=80,protocol="UDP"] of this file
  - {port: 80, protocol: UDP}
  - port: 81
`,
      "//- live state=denied\n",
    ),
  ));

describe("nothing", () => {
  const live = "//- live\nservers:\n  - port: 80   # .@ci\n";
  test.each([
    ["the live item has none either", widget("  - port: 80\n", live)],
    ["all keys", widget("  - {port: 80, protocol: TCP}\n", "//- live state=absent\n")],
    ["client-side", widget("  - port: 80\n  - {port: 80, protocol: UDP}\n", "//- live state=absent\n", "with=client-side")],
    ["a default", "\n//- manifest\nkind: Service\nspec: {ports: [{port: 80}, {port: 80, protocol: UDP}]}\n"],
    ["text that does not parse", widget("  - {port: 80\n", live)],
  ])("%s", (_, fixture) => checkDiagnostics(fixture));
});
