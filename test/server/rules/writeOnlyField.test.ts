import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const secret = (mark: string, options = "", own = "ci", state = ""): string => `
//- manifest ${options}
kind: Secret
stringData:
${mark}  new: x
//- live ${state}
data:
  new: eA==
  old: eA==
stringData:
  new: x   # @${own}
  old: x   # @${own}
`;

test("a key that is no longer sent stays", () =>
  checkDiagnostics(secret("^^^^^^^^^^ warning write-only-field old was sent in stringData before and is no longer here\n")));

describe("nothing", () => {
  test.each([
    ["another's key", secret("", "", "other")],
    ["client-side", secret("", "with=client-side")],
    ["could not be read again", secret("", "", "ci", "state=stale context=prod")],
    ["now in data", secret("  old: x\n")],
    ["a placeholder", secret("  $(EXTRA): x\n")],
    ["denied", "\n//- manifest\nkind: Secret\nstringData: {a: b}\n//- live state=denied\n"],
    ["text that does not parse", secret("  a: [\n")],
  ])("%s", (_, fixture) => {
    const found = readFixture(fixture).snapshots.flatMap(check);
    expect(found.map(({ code }) => code)).not.toContain("write-only-field");
  });
});
