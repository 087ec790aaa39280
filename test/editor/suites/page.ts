/** Acts on the page that shows this very editor, done by the runner. */
import { env } from "node:process";

/** What the status bar shows of us, "" where it shows nothing. */
export const statusBar = (): Promise<string> => ask("statusBar").then(String);

/** Presses keys as Playwright names them, one combination after the other. */
export async function press(...combinations: readonly string[]): Promise<void> {
  for (const keys of combinations) await ask("press", keys);
}

/** Waits until the page shows an element with a text. */
export const shows = (selector: string, text: string): Promise<unknown> => ask("shows", selector, text);

/** Waits until it no longer shows one. */
export const hides = (selector: string, text: string): Promise<unknown> => ask("hides", selector, text);

/** The texts of all elements. */
export const textsOf = (selector: string): Promise<string[]> => ask("textsOf", selector) as Promise<string[]>;

/** The text of the first element that has `text` in it, once there is one. */
export const textOf = (selector: string, text: string): Promise<string> => ask("textOf", selector, text).then(String);

export const click = (selector: string, text: string): Promise<unknown> => ask("click", selector, text);

/** Puts the mouse on the first element with a text. */
export const hoverOver = (selector: string, text: string): Promise<unknown> => ask("hoverOver", selector, text);

/** Keeps a picture of the page under out/screenshots. */
export const picture = (name: string): Promise<unknown> => ask("picture", name);

/** Paths that anybody asked of the runner's would-be API server. */
export const clusterRequests = (): Promise<string[]> => ask("clusterRequests") as Promise<string[]>;

/** The launch's own API server goes away, and comes back. */
export const serverLeaves = (): Promise<unknown> => ask("serverLeaves");
export const serverReturns = (): Promise<unknown> => ask("serverReturns");

/** A line of the runner's output. */
export const note = (text: string): Promise<unknown> => ask("note", text);

export const report = (name: string, milliseconds: number, failure: string): Promise<unknown> =>
  ask("report", name, String(milliseconds), failure);

/** All tests ran, or the suite broke. */
export const ended = (failure: string): Promise<unknown> => ask("ended", failure);

async function ask(...call: readonly string[]): Promise<unknown> {
  const response = await fetch(env.EDITOR_TEST_BRIDGE ?? "", { method: "POST", body: JSON.stringify(call) });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${call.join(" ")}: ${answer}`);
  return answer;
}
