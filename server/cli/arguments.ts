/**
 * The command line read into options, or one sentence that says what is wrong with it. Flags are named, abbreviated and
 * written as kubectl's: `-o json`, `-o=json`, `-ojson`, `--output=json`; a flag that is not a list keeps its last value.
 */
import { parseArgs } from "node:util";
import * as words from "../../shared/ownership/words/commandLine.ts";

/** What `check` was asked for. */
export interface CheckOptions {
  /** Files, folders and `-` for stdin, in the order given. */
  readonly inputs: readonly string[];
  readonly recursive: boolean;
  /** Saved live objects; undefined: the cluster is asked. */
  readonly live: string | undefined;
  /** Files and folders of CustomResourceDefinitions, for kinds that no cluster describes. */
  readonly crds: readonly string[];
  readonly context: string | undefined;
  readonly namespace: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly fieldManager: string | undefined;
  readonly forceConflicts: boolean;
  /** Ask the server too, by dry runs. */
  readonly verify: boolean;
  readonly output: (typeof outputs)[number];
  readonly color: (typeof colors)[number];
}

export type Command =
  | { readonly kind: "check"; readonly options: CheckOptions }
  | { readonly kind: "help" | "version" }
  | { readonly kind: "wrong"; readonly message: string };

const outputs = ["text", "json"] as const;
const colors = ["auto", "always", "never"] as const;

const flags = {
  filename: { type: "string", short: "f" },
  recursive: { type: "boolean", short: "R" },
  live: { type: "string" },
  crds: { type: "string" },
  context: { type: "string" },
  namespace: { type: "string", short: "n" },
  kubeconfig: { type: "string" },
  "field-manager": { type: "string" },
  "force-conflicts": { type: "boolean" },
  verify: { type: "boolean" },
  output: { type: "string", short: "o" },
  color: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** Reads the arguments after the program's name. */
export function readArguments(args: readonly string[]): Command {
  const { tokens } = parseArgs({ args: [...args], options: flags, allowPositionals: true, strict: false, tokens: true });
  const positionals = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const command = positionals[0];
  // Before the flags: a flag of a command that does not exist is no news.
  if (command !== undefined && command !== "check" && command !== "help") {
    return wrong(words.unknownCommand(command));
  }

  const texts = new Map<string, string>();
  const switches = new Map<string, boolean>();
  const inputs = positionals.slice(1);
  const crds: string[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name as keyof typeof flags] : undefined;
    if (flag === undefined) return wrong(unknownFlag(token.rawName, token.name));
    if (flag.type === "boolean") {
      if (token.value !== undefined && token.value !== "true" && token.value !== "false") {
        return wrong(words.invalidValue(token.value, token.rawName, words.oneOf(["true", "false"])));
      }
      switches.set(token.name, token.value !== "false");
      continue;
    }
    // pflag reads `-o=json` as `-o json`; parseArgs leaves the sign in the value.
    const value = token.rawName.startsWith("--") || !token.inlineValue ? token.value : token.value.replace(/^=/, "");
    if (value === undefined || value === "") return wrong(words.flagNeedsArgument(token.rawName));
    if (token.name === "filename") inputs.push(value);
    else if (token.name === "crds") crds.push(value);
    else texts.set(token.name, value);
  }

  if (switches.get("version")) return { kind: "version" };
  if (switches.get("help") || command === "help" || args.length === 0) return { kind: "help" };
  if (command === undefined) return wrong(words.noCommand);
  if (switches.get("verify") && texts.has("live")) return wrong(words.verifyOrLive);
  if (inputs.length === 0) return wrong(words.nothingToCheck);
  const output = oneOf(outputs, texts.get("output") ?? "text");
  if (output === undefined) return wrong(words.invalidValue(texts.get("output") ?? "", "--output", words.oneOf(outputs)));
  const color = oneOf(colors, texts.get("color") ?? "auto");
  if (color === undefined) return wrong(words.invalidValue(texts.get("color") ?? "", "--color", words.oneOf(colors)));
  return {
    kind: "check",
    options: {
      inputs,
      recursive: switches.get("recursive") ?? false,
      live: texts.get("live"),
      crds,
      context: texts.get("context"),
      namespace: texts.get("namespace"),
      kubeconfig: texts.get("kubeconfig"),
      fieldManager: texts.get("field-manager"),
      forceConflicts: switches.get("force-conflicts") ?? false,
      verify: switches.get("verify") ?? false,
      output,
      color,
    },
  };
}

function wrong(message: string): Command {
  return { kind: "wrong", message };
}

function oneOf<T extends string>(allowed: readonly T[], value: string): T | undefined {
  return allowed.find((name) => name === value);
}

/** With the flag that was probably meant: one that begins as the unknown one does. */
function unknownFlag(raw: string, name: string): string {
  const near = name.length < 3 ? undefined : Object.keys(flags).find((flag) => flag.startsWith(name) || flag.startsWith(name.slice(0, 4)));
  return near === undefined ? words.unknownFlag(raw) : words.unknownFlagMeant(raw, near);
}
