/** Tests in a real editor: one after the other, in the extension host, each with a name that says what holds. */
import { performance } from "node:perf_hooks";
import { commands } from "vscode";
import { picture, report } from "./page.ts";

/** Longer than a lost server is noticed and found again. */
const patienceMs = 110_000;

export type Tests = Readonly<Record<string, () => Promise<void>>>;

/** What runs the tests. Each starts without any open editor. */
export function suite(tests: Tests): () => Promise<void> {
  return async () => {
    for (const [name, test] of Object.entries(tests)) {
      await commands.executeCommand("workbench.action.closeAllEditors");
      const start = performance.now();
      const failure = await failureOf(test);
      if (failure !== "") await picture(`failed ${name}`.replaceAll(/\W+/g, "-"));
      await report(name, Math.round(performance.now() - start), failure);
      await commands.executeCommand("workbench.action.files.revert");
    }
  };
}

/** Asks again and again until the probe neither throws (a failed assertion, say) nor answers false. */
export async function eventually<T>(what: string, probe: () => T | Promise<T>, milliseconds = 15_000): Promise<Exclude<T, false>> {
  const end = performance.now() + milliseconds;
  let last = "";
  while (performance.now() < end) {
    try {
      const found = await probe();
      if (found !== false) return found as Exclude<T, false>;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await sleep(50);
  }
  throw new Error(`waited ${milliseconds} ms for ${what}. ${last}`);
}

export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function failureOf(test: () => Promise<void>): Promise<string> {
  try {
    await Promise.race([test(), sleep(patienceMs).then(() => Promise.reject(new Error(`no end after ${patienceMs} ms`)))]);
    return "";
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
