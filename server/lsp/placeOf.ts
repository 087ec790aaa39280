import { errorInServer, noError } from "../../shared/ownership/words/mishaps.ts";

/** What of an error may be logged: its class and where it was thrown. Its message may quote a manifest or a credential. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return noError;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [errorInServer(error.name), ...places].join("\n");
}
