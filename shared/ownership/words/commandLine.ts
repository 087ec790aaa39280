/** What the command line says besides findings. Names come as they are to be shown. */
import { counted } from "../words.ts";

export const error = (problem: string): string => `error: ${problem}`;

export const errorIn = (file: string, problem: string): string => `error: ${file}: ${problem}`;

export const warning = (text: string): string => `warning: ${text}`;

export const wrongUsage = (problem: string): string => `error: ${problem}\nSee "kubectl-ownership --help".\n`;

export const versionLine = (version: string): string => `kubectl-ownership ${version}\n`;

/** Of a note that is the same for several objects. */
export const andOthers = (subject: string, others: number): string => `${subject} and ${others} more`;

/** `way`: "server-side, forced". */
export const foundOut = ({ manager, way, subject, evidence }: Record<"manager" | "way" | "subject" | "evidence", string>): string =>
  `as ${manager} (${way}): ${subject}; ${evidence}`;

export const forcedWay = (way: string): string => `${way}, forced`;

export const notJudged = (subject: string, evidence: string): string => `not judged: ${subject}; ${evidence}`;

export const sayWho = (subject: string): string => `who applies ${subject}? Say --field-manager=NAME`;

export const sayWhoOf = (subject: string, holders: string): string =>
  `who applies ${subject}? Say --field-manager=NAME; fields are held by ${holders}`;

export const noSchema = (subject: string): string =>
  `no schema: ${subject}; conflicts in its lists are not foreseen: give its definition with --crds FILE`;

export const ownersUnknown = (subject: string): string => `owners unknown: ${subject}; saved without --show-managed-fields`;

export const notCompared = (subject: string, reason: string): string => `not compared: ${subject}; ${reason}`;

export const noAnswerInTime = "no answer came in time";

export const notAmongSaved = (saved: string): string => `not among the live objects saved in ${saved}`;

export const leftOut = (subject: string, reason: string): string => `left out: ${subject}; ${reason}`;

export const kubectlAnswers = (object: string): string => `${object}: kubectl would answer:`;

export const serverAnswered = (object: string, summary: string): string => `${object}: ${summary}`;

export const noteAt = (place: string, note: string): string => `${place}: note: ${note}`;

interface Sum {
  readonly objects: number;
  readonly files: number;
  /** "1 error, 2 warnings" */
  readonly found: string;
}

export const sum = ({ objects, files, found }: Sum): string => `${counted(objects, "object")} in ${counted(files, "file")}: ${found}`;

export const sumOfSome = ({ objects, files, found, compared }: Sum & { readonly compared: number }): string =>
  `${counted(objects, "object")} in ${counted(files, "file")}, ${compared} of them compared with live: ${found}`;

export const noFindings = "no findings";

export const sending = ({ object, context, server, as }: Record<"object" | "context" | "server" | "as", string>): string =>
  `dry run: sending ${object} to context ${context} (${server}), as ${as}`;

export const cannotRead = (name: string, reason: string): string => `cannot read ${name}: ${reason}`;

export const cannotReadAll = (name: string, reason: string): string => `cannot read all of ${name}: ${reason}`;

export const doesNotParse = "it does not parse";

export const noDefinition = (name: string): string => `no CustomResourceDefinition (apiextensions.k8s.io/v1) in ${name}`;

export const noFileInFolder = (extensions: string): string => `no ${extensions} file in this folder`;

export const noFileInFolderItself = (extensions: string): string => `no ${extensions} file in this folder; -R looks into the folders below`;

export const noSuchFile = "no such file or folder";

export const permissionDenied = "permission denied";

export const notUtf8 = "not UTF-8 text";

export const noClusterClient = (node: string, problem: string): string =>
  `error: cannot load the cluster client on Node ${node}: ${problem}`;

export const unknownCommand = (command: string): string => `unknown command "${command}": the only command is "check"`;

export const noCommand = 'no command given: try "check"';

export const unknownFlag = (flag: string): string => `unknown flag: ${flag}`;

export const unknownFlagMeant = (flag: string, meant: string): string => `unknown flag: ${flag} (did you mean --${meant}?)`;

export const flagNeedsArgument = (flag: string): string => `flag needs an argument: ${flag}`;

/** `allowed`: what it may be. */
export const invalidValue = (value: string, flag: string, allowed: string): string => `invalid value "${value}" for ${flag}: ${allowed}`;

export const oneOf = (values: readonly string[]): string => (values.length === 2 ? `${values[0]} or ${values[1]}` : values.join(", "));

export const verifyOrLive = "--verify asks the cluster, --live compares with saved objects: say one of them";

export const nothingToCheck = "nothing to check: say -f FILE, -f FOLDER or -f - for stdin";
