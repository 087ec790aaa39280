/** A git repository in a folder of its own, whose commits the test makes; nobody's own configuration has a say in it. */
import { execFileSync } from "node:child_process";
import { folderWith } from "./folder.ts";

export interface Repository {
  readonly root: string;
  readonly write: (name: string, text: string, mode?: number) => string;
  /** Runs git there and gives what it prints. */
  git(...args: readonly string[]): string;
  /** Commits all that lies there. */
  commit(): void;
}

export function repositoryWith(files: Readonly<Record<string, string>> = {}): Repository {
  return repositoryIn(folderWith(files));
}

/** What a test puts first later is not meant for the test's own commits. */
const { PATH } = process.env;

/** The folder becomes one; what lies there is its first commit. */
export function repositoryIn({ root, write }: Pick<Repository, "root" | "write">): Repository {
  const env = { ...process.env, PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (...args: readonly string[]): string => execFileSync("git", [...args], { cwd: root, env, encoding: "utf8" });
  const as = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"];
  git("init", "--quiet", "--initial-branch=main");
  const repository = {
    root,
    write,
    git,
    commit() {
      git("add", "--all");
      git(...as, "commit", "--quiet", "--allow-empty", "--no-verify", "-m", "a change");
    },
  };
  repository.commit();
  return repository;
}
