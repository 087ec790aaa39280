/**
 * `npm run demo`: the three things this project does (owners, conflicts, the fixed file) in the terminal, on the manifests and saved live
 * objects of examples/. No cluster, no download, no build.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { diff, stripVTControlCharacters, styleText } from "node:util";
import { openSession } from "../server/cli/openSession.ts";
import { run } from "../server/cli/run.ts";
import type { PlacedFix, Session } from "../server/session/model.ts";
import { lineIndex } from "../shared/manifest/lineIndex.ts";

const root = path.resolve(import.meta.dirname, "..");
const files = ["storefront", "settings", "network-policy", "order-webhook"].map((name) => `examples/shop/${name}.yaml`);

/** Fields whose owners are shown: a place in a file's text. */
const hovered = [
  { file: "examples/shop/storefront.yaml", text: "replicas" },
  { file: "examples/shop/storefront.yaml", text: "key: example.dev/spot" },
  { file: "examples/shop/settings.yaml", text: "FEATURED" },
];

const colored = !process.env.NO_COLOR;
const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
  colored ? styleText(format, text, { validateStream: false }) : text;
const print = (text: string): void => console.log(colored ? text : stripVTControlCharacters(text));

const texts = new Map<string, string>();
for (const file of files) texts.set(file, await readFile(path.join(root, file), "utf8"));
const session = open(texts);

heading("1. Who owns what", "the editor shows it when you hover a field");
for (const { file, text } of hovered) await showOwners(file, text);

heading("2. What an apply would be refused for", "$ kubectl ownership check -f examples/shop --live examples/live");
await run(["check", "-f", "examples/shop", "--live", "examples/live", `--color=${colored ? "always" : "never"}`], {
  cwd: root,
  variables: process.env,
  terminal: colored,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stdout.write(paint("dim", text)),
  stdin: async () => new Uint8Array(),
  now: Date.now,
  cluster: () => Promise.reject(new Error("the demo asks no cluster")),
  version: () => "demo",
});

heading("3. The fixed files", 'the quick fix "Drop all conflicting fields in this document": their owners keep them');
const fixed = new Map<string, string>();
for (const [file, text] of texts) {
  const after = withEdits(text, await dropConflicts(session, file, text));
  fixed.set(file, after);
  if (after !== text) showDiff(file, text, after);
}
session.dispose();
const left = await countErrors(fixed);
print(paint(left === 0 ? ["bold", "green"] : ["bold", "red"], `Conflicts left: ${left}`));

heading("4. In VS Code", "the same as you type");
print(`npm run package
code --install-extension dist/kubernetes-field-ownership.vsix
code examples            ${paint("dim", "# then open shop/storefront.yaml and hover replicas")}`);

function open(contents: ReadonlyMap<string, string>): Session {
  const opened = openSession(
    {
      live: "examples/live",
      recursive: false,
      context: undefined,
      namespace: undefined,
      kubeconfig: undefined,
      fieldManager: undefined,
      forceConflicts: false,
    },
    { roots: [root], liveGlobs: ["examples/live/*.yaml"] },
    { now: Date.now, cluster: () => Promise.reject(new Error("the demo asks no cluster")) },
  );
  for (const [file, text] of contents) opened.open({ uri: file, path: path.join(root, file), text, version: 1 });
  opened.setVisible([...contents.keys()]);
  return opened;
}

function heading(title: string, detail: string): void {
  print(`\n${paint(["bold", "inverse"], ` ${title} `)} ${paint("dim", detail)}\n`);
}

async function showOwners(file: string, field: string): Promise<void> {
  const text = texts.get(file) ?? "";
  const offset = text.indexOf(field);
  const { line, column } = lineIndex(text).positionAt(offset);
  const hover = await session.hoverAt(file, offset);
  print(paint("bold", `${file}:${line + 1}:${column + 1}`));
  print(`${fromMarkdown(hover?.markdown ?? "")}\n`);
}

/** Enough for our own hovers: emphasis and code become colour, what they escape comes back. */
function fromMarkdown(markdown: string): string {
  return markdown
    .trim()
    .replace(/\s*\n+/g, "\n")
    .replace(/\*\*(.+?)\*\*/g, (_, strong: string) => paint("bold", strong))
    .replace(/`([^`]+)`/g, (_, code: string) => paint("cyan", code))
    .replace(/\\([\\`*_{}[\]()#+\-.!<>|~])/g, "$1")
    .replace(/^/gm, "  ");
}

/** One fix per document: for all its conflicts, or for the only one. */
async function dropConflicts(from: Session, file: string, text: string): Promise<readonly PlacedFix["edits"][number][]> {
  const fixes = await from.fixesAt(file, { start: 0, end: text.length });
  const all = fixes.filter(({ id }) => id === "drop-all-conflicts");
  const covered = new Set(all.flatMap(({ findings }) => findings.map(({ document }) => document)));
  const single = fixes.filter(({ id, findings }) => id === "drop-field" && !findings.some(({ document }) => covered.has(document)));
  return [...all, ...single].flatMap(({ edits }) => edits);
}

function withEdits(text: string, edits: readonly PlacedFix["edits"][number][]): string {
  const fromTheEnd = edits.toSorted((a, b) => b.range.start - a.range.start);
  return fromTheEnd.reduce((result, { range, newText }) => result.slice(0, range.start) + newText + result.slice(range.end), text);
}

/** Changed lines with one line around them. */
function showDiff(file: string, before: string, after: string): void {
  print(paint("bold", file));
  const lines = diff(after.trimEnd().split("\n"), before.trimEnd().split("\n"));
  let shown = true;
  for (const [index, [operation, line]] of lines.entries()) {
    const near = [index - 1, index, index + 1].some((other) => lines[other] !== undefined && lines[other][0] !== 0);
    if (operation < 0) print(paint("red", `- ${line}`));
    else if (operation > 0) print(paint("green", `+ ${line}`));
    else if (near) print(paint("dim", `  ${line}`));
    else if (shown && index > 0) print(paint("dim", "  ..."));
    shown = near;
  }
  print("");
}

async function countErrors(contents: ReadonlyMap<string, string>): Promise<number> {
  const again = open(contents);
  let errors = 0;
  for (const file of contents.keys()) {
    await again.settled(file);
    errors += (await again.diagnosticsOf(file)).filter(({ severity }) => severity === "error").length;
  }
  again.dispose();
  return errors;
}
