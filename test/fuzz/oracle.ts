/** The Go implementation as a process of ours: lines of questions in, lines of answers out, in order. */
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseJson, printJson } from "../../shared/fieldpath/json.ts";
import { isMap, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";

export interface Question {
  readonly op: string;
  readonly in: ValueMap;
}

export interface Oracle {
  /** The answers to a batch of questions. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly ValueMap[]>;
  readonly stop: () => void;
}

/** Builds the oracle if its sources changed, and starts it. Throws without Go. */
export function startOracle(): Oracle {
  const script = join(import.meta.dirname, "..", "oracle", "build.sh");
  const program = execFileSync(script, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // Questions are sent at once and answers read in turn, so that one batch can be answered while another is looked at.
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (questions: readonly Question[]): Promise<readonly ValueMap[]> => {
    child.stdin.write(questions.map((question) => `${printJson(new Map(Object.entries(question)))}\n`).join(""));
    const answers = turn.then(() => readAnswers(lines, questions));
    turn = answers;
    return answers;
  };
  return { ask, stop: () => child.stdin.end() };
}

async function readAnswers(lines: AsyncIterator<string>, questions: readonly Question[]): Promise<readonly ValueMap[]> {
  const answers: ValueMap[] = [];
  for (const { op } of questions) {
    const line = await lines.next();
    if (line.done === true) throw new Error(`the oracle ended at a question of ${op}`);
    const out = valueAt(parseJson(line.value).value, "out");
    if (!isMap(out) || out.has("unknown")) throw new Error(`the oracle does not know ${op}: ${line.value}`);
    answers.push(out);
  }
  return answers;
}
