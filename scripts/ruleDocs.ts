/**
 * docs/rules: a page for each rule, made of its doc comment and its example (test/data/rules/CODE.txt, which a test holds to be what the
 * rule says), and the list of all. Invariant: every rule that server/rules/rules.ts lists has a page, and no page says more than those two.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Rule } from "../server/rules/rule.ts";
import { rules } from "../server/rules/rules.ts";

const root = path.resolve(import.meta.dirname, "..");
const rulesFolder = path.join(root, "server/rules");
const folder = path.join(root, "docs/rules");

/** The pages, and what they are to hold. */
export const ruleFiles: readonly { readonly path: string; readonly text: () => string }[] = [
  ...rules.map((rule) => ({ path: path.join(folder, `${rule.code}.md`), text: () => page(rule) })),
  { path: path.join(folder, "README.md"), text: index },
];

/** Pages of rules that are no more. */
export function strayPages(): readonly string[] {
  const wanted = new Set(ruleFiles.map((file) => file.path));
  return existsSync(folder)
    ? readdirSync(folder)
        .map((name) => path.join(folder, name))
        .filter((file) => !wanted.has(file))
    : [];
}

function page(rule: Rule): string {
  const parts = [`# ${rule.code}`, severityText(rule), ...paragraphs(rule.code), ...exampleParts(rule.code)];
  return `${[...parts, `How to silence it, or show it otherwise: [all rules](README.md#severities-and-exceptions).`].join("\n\n")}\n`;
}

function index(): string {
  const rows = rules.map((rule) => `| [${rule.code}](${rule.code}.md) | ${rule.severity} | ${firstSentence(rule.code)} |`);
  return `# Rules

What can be said of a manifest. Where several rules speak of one field, the one listed first does. Made from the rules and their examples by \`npm run generate\`.

| code | severity | says |
|---|---|---|
${rows.join("\n")}

## Severities and exceptions

The setting \`fieldOwnership.rules.severities\` shows a rule otherwise or turns it \`off\`; [.field-ownership.yaml](../field-ownership-yaml.md) does so for some paths, and can ignore single findings.
In a manifest, a comment at the end of a line or above it silences a rule there; without a reason it does not count:

\`\`\`yaml
  replicas: 3 # field-ownership-ignore: apply-conflict the autoscaler is being tried out
\`\`\`
`;
}

function severityText({ severity }: Rule): string {
  return severity === "off" ? "Off, unless a severity is chosen for it." : `Shown as **${severity}**, unless the page says otherwise.`;
}

function firstSentence(code: string): string {
  const [first = ""] = paragraphs(code);
  return (/^.*?[.:](?= [A-Z]|$)/.exec(first)?.[0] ?? first).replace(/[.:]$/, "");
}

/** The doc comment of the rule, a line per paragraph. */
function paragraphs(code: string): readonly string[] {
  const comment = comments().get(code);
  if (comment === undefined) throw new Error(`no doc comment right above the rule with code "${code}" in server/rules`);
  const text = comment.replace(/^\s*\* ?/gm, "").trim();
  return text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s*\n\s*/g, " "));
}

function comments(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(rulesFolder)) {
    const text = readFileSync(path.join(rulesFolder, file), "utf8");
    for (const [, comment = "", code = ""] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const \w+: Rule = \{\s+code: "([^"]+)"/g,
    )) {
      found.set(code, comment);
    }
  }
  return found;
}

/** The fixture as a reader wants to see it: the marks as comments, the message below, then what the fix makes of it. */
function exampleParts(code: string): readonly string[] {
  const file = path.join(root, `test/data/rules/${code}.txt`);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split(/^\/\/- /m)
    .slice(1)
    .flatMap((section) => {
      const [head = "", ...lines] = section.trimEnd().split("\n");
      const [name = "", ...rest] = head.trim().split(/\s+/);
      return sectionParts(name, rest, lines);
    });
}

function sectionParts(name: string, options: readonly string[], lines: readonly string[]): readonly string[] {
  switch (name) {
    case "manifest":
      return ["## Example", manifestText(options), yaml(lines.map(markAsComment)), ...lines.flatMap(messageOf)];
    case "live":
      return ["The live object; behind each field, who owns it:", yaml(lines)];
    case "watched":
      return ["What the live object was before, one after the other:", yaml(lines)];
    case "after":
      return [`After the fix "${options.join(" ")}":`, yaml(lines)];
    default:
      return [];
  }
}

function manifestText(options: readonly string[]): string {
  const of = (name: string): string | undefined => options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
  const manager = of("manager") ?? "ci";
  if (manager === "auto") return "A manifest of which nobody knows who applies it:";
  const way = of("with") === "client-side" ? ", client-side" : of("with") === "helm3" ? ", as Helm 3 does" : ", server-side";
  const chosen = of("levels")?.replace(/(.+):(.+)/, "; `$1` is set to `$2`") ?? "";
  return `A manifest that \`${manager}\` applies${of("force") === "on" ? `${way} and with force` : way}${chosen}:`;
}

const mark = /^( *)\^+ (\w+) ([\w.-]+)(?: 💡)?(?: (.*))?$/u;

function markAsComment(line: string): string {
  return line.replace(mark, (_, indent: string, severity: string, code: string) => `${indent}# ↑ ${severity} ${code}`);
}

function messageOf(line: string): readonly string[] {
  const message = mark.exec(line)?.[4];
  return message === undefined ? [] : [`> ${message.replace(/[<>*_`[\]]/g, "\\$&")}`];
}

function yaml(lines: readonly string[]): string {
  return ["```yaml", ...lines, "```"].join("\n");
}
