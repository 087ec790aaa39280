import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createGitHistory } from "../../../server/files/gitHistory.ts";
import { folderWith } from "../../support/folder.ts";
import { type Repository, repositoryWith } from "../../support/repository.ts";

function textsOf({ root }: Pick<Repository, "root">, name: string, env?: Readonly<Record<string, string | undefined>>) {
  return createGitHistory(env).textsOf(path.join(root, name), [root]);
}

test("a file's texts at the commits that touched it, oldest first, whatever lies on disk now", async () => {
  const repository = repositoryWith({ "apps/it's web.yaml": "one\n" });
  repository.write("apps/it's web.yaml", "two\n");
  repository.commit();
  repository.write("other.yaml", "beside\n");
  repository.commit();
  rmSync(path.join(repository.root, "apps/it's web.yaml"));
  repository.commit();
  repository.write("apps/it's web.yaml", "three\n");
  repository.commit();
  repository.write("apps/it's web.yaml", "not committed\n");
  expect(await textsOf(repository, "apps/it's web.yaml")).toEqual(["one\n", "two\n", "three\n"]);
});

test("of many commits the last twenty", async () => {
  const repository = repositoryWith({ "web.yaml": "0\n" });
  for (let n = 1; n <= 21; n++) {
    repository.write("web.yaml", `${n}\n`);
    repository.commit();
  }
  const texts = await textsOf(repository, "web.yaml");
  expect([texts.length, texts[0], texts.at(-1)]).toEqual([20, "2\n", "21\n"]);
});

test("names are taken literally, and text that is none is left out", async () => {
  const repository = repositoryWith({ "[ab].yaml": "brackets\n", "a.yaml": "a\n", ":(top)x.yaml": "magic\n" });
  repository.write("a.yaml", Buffer.from([0xff, 0xfe, 0x00]).toString("latin1"));
  repository.git("config", "core.quotePath", "true");
  expect(await textsOf(repository, "[ab].yaml")).toEqual(["brackets\n"]);
  expect(await textsOf(repository, ":(top)x.yaml")).toEqual(["magic\n"]);
});

test("no repository, no commit, no such file, no git: no history", async () => {
  const { root, write } = folderWith({ "web.yaml": "text\n" });
  expect(await textsOf({ root }, "web.yaml")).toEqual([]);
  const repository = repositoryWith({ "a.yaml": "a\n" });
  repository.write("new.yaml", "new\n");
  expect(await textsOf(repository, "new.yaml")).toEqual([]);
  expect(await textsOf(repository, "none/at/all.yaml")).toEqual([]);
  expect(await textsOf(repository, "a.yaml", { PATH: path.dirname(write("empty/x", "")) })).toEqual([]);
  expect(await textsOf(repository, "a.yaml", {})).toEqual([]);
});

test("which repository is meant follows from the file, not from the environment", async () => {
  const repository = repositoryWith({ "a.yaml": "a\n" });
  const env = { ...process.env, GIT_DIR: path.join(repositoryWith({ "a.yaml": "other\n" }).root, ".git"), GIT_TRACE: "1" };
  expect(await textsOf(repository, "a.yaml", env)).toEqual(["a\n"]);
});

test("nothing that a repository configures is executed", async () => {
  const repository = repositoryWith({ "a.yaml": "one\n", ".gitattributes": "*.yaml diff=evil filter=evil\n" });
  repository.write("a.yaml", "two\n");
  repository.commit();
  const marker = path.join(folderWith().root, "executed");
  const program = repository.write("evil.sh", `#!/bin/sh\necho "$0 $*" >> '${marker}'\n`, 0o755);
  for (const hook of ["post-index-change", "reference-transaction", "post-checkout"]) {
    repository.write(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> '${marker}'\n`, 0o755);
  }
  const settings: Readonly<Record<string, string>> = {
    "core.fsmonitor": program,
    "core.pager": program,
    "pager.rev-list": program,
    "core.editor": program,
    "core.sshCommand": program,
    "core.askPass": program,
    "core.alternateRefsCommand": program,
    "diff.external": program,
    "diff.evil.textconv": program,
    "diff.evil.command": program,
    "filter.evil.smudge": program,
    "filter.evil.clean": program,
    "filter.evil.process": program,
    "log.showSignature": "true",
    "gpg.program": program,
    "alias.rev-list": `!${program}`,
    "alias.cat-file": `!${program}`,
  };
  for (const [name, value] of Object.entries(settings)) repository.git("config", name, value);
  expect(await textsOf(repository, "a.yaml")).toEqual(["one\n", "two\n"]);
  expect(existsSync(marker) && readFileSync(marker, "utf8")).toBe(false);
});

test("an object that is not there is fetched from nowhere, whatever the repository allows", async () => {
  const repository = repositoryWith({ "a.yaml": "one\n" });
  const lost = repository.git("rev-parse", "HEAD:a.yaml").trim();
  repository.write("a.yaml", "two\n");
  repository.commit();
  rmSync(path.join(repository.root, ".git/objects", lost.slice(0, 2), lost.slice(2)));
  const marker = path.join(folderWith().root, "executed");
  const program = repository.write("evil.sh", `#!/bin/sh\necho "$*" >> '${marker}'\n`, 0o755);
  const settings: Readonly<Record<string, string>> = {
    "core.repositoryFormatVersion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.url": `ext::${program} %S`,
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
  };
  for (const [name, value] of Object.entries(settings)) repository.git("config", name, value);
  expect(await textsOf(repository, "a.yaml")).toEqual(["two\n"]);
  expect(existsSync(marker) && readFileSync(marker, "utf8")).toBe(false);
});

test("a git that lies in the workspace is not run, be it first in PATH", async () => {
  const repository = repositoryWith({ "a.yaml": "one\n" });
  const marker = path.join(folderWith().root, "executed");
  const program = repository.write("bin/git", `#!/bin/sh\necho "$*" >> '${marker}'\n`, 0o755);
  const PATH = [path.dirname(program), ".", process.env.PATH].join(path.delimiter);
  expect(await textsOf(repository, "a.yaml", { ...process.env, PATH })).toEqual(["one\n"]);
  expect(await textsOf(repository, "a.yaml", { ...process.env, PATH: path.dirname(program) })).toEqual([]);
  expect(existsSync(marker)).toBe(false);
});

test("a git that hangs is ended", async () => {
  const { root, write } = folderWith();
  const program = write("git", "#!/bin/sh\nexec sleep 60\n", 0o755);
  const began = performance.now();
  const history = createGitHistory({ PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH}` }, 100);
  expect(await history.textsOf(path.join(root, "none/a.yaml"), [path.join(root, "none")])).toEqual([]);
  expect(await history.textsOf(path.join(root, "a.yaml"), [path.join(root, "none")])).toEqual([]);
  expect(performance.now() - began).toBeLessThan(5_000);
});
