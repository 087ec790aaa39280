/** What of an error may be logged: its class and where it was thrown. Its message may quote a manifest or a credential. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "Something other than an error was thrown";
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [`${error.name} in the server`, ...places].join("\n");
}
