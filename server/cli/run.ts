/** The command line as a function: arguments and an environment in, an exit code out. */
import { versionLine, wrongUsage } from "../../shared/ownership/words/commandLine.ts";
import { usage } from "../../shared/ownership/words/usage.ts";
import { readArguments } from "./arguments.ts";
import { check } from "./check.ts";
import type { Environment } from "./environment.ts";
import { exitCodes } from "./exitCodes.ts";

/** Runs one command line to its end. Whatever the input, the answer is an exit code; only a bug of ours throws. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const command = readArguments(args);
  switch (command.kind) {
    case "check":
      return check(command.options, environment);
    case "help":
      environment.stdout(usage);
      return exitCodes.clean;
    case "version":
      environment.stdout(versionLine(environment.version()));
      return exitCodes.clean;
    case "wrong":
      environment.stderr(wrongUsage(command.message));
      return exitCodes.usage;
  }
}
