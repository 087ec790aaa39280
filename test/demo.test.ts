import { execFile } from "node:child_process";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
let output = "";
let seconds = 0;

beforeAll(async () => {
  const started = performance.now();
  // Without NO_COLOR, whatever the tests run in; without a network it must do just as well, so no proxy is passed on.
  const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent" };
  output = (await promisify(execFile)(process.execPath, ["scripts/demo.ts"], { cwd: root, env })).stdout;
  seconds = (performance.now() - started) / 1000;
});

describe("npm run demo", () => {
  test("shows owners, conflicts, the fixed files and the way to VS Code, in this order", () => {
    const text = stripVTControlCharacters(output);
    const parts = [
      "1. Who owns what",
      "examples/shop/storefront.yaml:11:3",
      "kube-controller-manager",
      "2. What an apply would be refused for",
      "examples/shop/storefront.yaml:11:3: error: ",
      "5 objects in 4 files: 6 errors",
      "3. The fixed files",
      "-   replicas: 2 # before the autoscaler came",
      "Conflicts left: 0",
      "4. In VS Code",
      "code examples",
    ];
    let from = 0;
    for (const part of parts) {
      expect(text.slice(from)).toContain(part);
      from = text.indexOf(part, from) + part.length;
    }
  });

  test("is in colour and quick", () => {
    expect(output).toContain("\u001b[");
    expect(seconds).toBeLessThan(5);
  });
});
