import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * Who may import whom, as data (the table of ARCHITECTURE.md). A room may always import itself.
 * An entry that ends in `/` is a room and all below it, one that ends in `.ts` a single file, all else a package (`node:` any of Node's).
 */
const mayImport: Record<string, readonly string[]> = {
  "shared/fieldpath/": [],
  "shared/schema/": ["shared/fieldpath/"],
  "shared/typed/": ["shared/fieldpath/", "shared/schema/"],
  "shared/apply/": ["shared/fieldpath/", "shared/schema/", "shared/typed/"],
  "shared/clientside/": ["shared/fieldpath/", "shared/schema/", "shared/typed/", "shared/apply/"],
  "shared/yaml/": ["shared/fieldpath/"],
  "shared/manifest/": ["shared/fieldpath/", "shared/schema/", "shared/typed/", "shared/yaml/"],
  "shared/ownership/": ["shared/"],
  "shared/messages.ts": [],
  "shared/settings.ts": [],
  "server/rules/": ["shared/", "server/cluster/ports.ts"],
  "server/fixes/": ["shared/", "server/cluster/ports.ts"],
  "server/features/": ["shared/", "server/cluster/ports.ts"],
  "server/files/": ["shared/manifest/", "shared/fieldpath/", "shared/schema/", "server/cluster/findProgram.ts", "node:"],
  "server/cluster/": [
    "shared/fieldpath/",
    "shared/schema/",
    "shared/typed/",
    "shared/manifest/",
    "shared/ownership/snapshot.ts",
    "node:",
    "@kubernetes/client-node",
  ],
  "server/session/": ["shared/", "server/rules/", "server/fixes/", "server/features/", "server/files/", "server/cluster/ports.ts"],
  "server/lsp/": [
    "shared/",
    "server/session/",
    "server/files/",
    "server/rules/",
    "server/fixes/",
    "server/features/",
    "server/cluster/",
    "node:",
    "vscode-languageserver",
    "vscode-languageserver-textdocument",
  ],
  "server/cli/": [
    "shared/",
    "server/session/",
    "server/files/",
    "server/rules/",
    "server/fixes/",
    "server/features/",
    "server/cluster/",
    "node:",
  ],
  "client/": ["shared/messages.ts", "shared/settings.ts", "vscode", "vscode-languageclient", "node:"],
};

const root = path.resolve(import.meta.dirname, "..");
const sources = ["shared", "server", "client"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/"))),
);

/** What a source file imports: files relative to the root, packages by name. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const statements = [
    ...text.matchAll(/^\s*(?:import|export)\b(?:[^"'`;]*?\bfrom)?\s*"([^"]+)"/gm),
    ...text.matchAll(/\bimport\(\s*"([^"]+)"/g),
  ];
  const specifiers = statements.map((match) => match[1] ?? "");
  return specifiers.map((specifier) => (specifier.startsWith(".") ? path.posix.join(path.posix.dirname(file), specifier) : specifier));
}

function isAllowed(room: string, imported: string): boolean {
  return [room, ...(mayImport[room] ?? [])].some((entry) =>
    entry.endsWith("/") || entry === "node:"
      ? imported.startsWith(entry)
      : imported === entry || (!entry.endsWith(".ts") && imported.startsWith(`${entry}/`)),
  );
}

test("every source file stands in a room of the table", () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter((file) => !Object.keys(mayImport).some((room) => file.startsWith(room)))).toEqual([]);
});

test.each(Object.keys(mayImport))("%s imports only what it may", (room) => {
  const wrong = sources
    .filter((file) => file.startsWith(room))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => !isAllowed(room, imported))
        .map((imported) => `${file} imports ${imported}`),
    );
  expect(wrong).toEqual([]);
});
