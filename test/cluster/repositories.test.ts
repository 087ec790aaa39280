/**
 * Whole repositories, deployed the real tools' way: the first look at them says nothing at all, hints included; and after an edit, in the
 * cluster by hand or in a file, exactly what there is to say of it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { JsonReport } from "../../server/cli/jsonReport.ts";
import type { ClusterObject } from "./connect.ts";
import { define } from "./play.ts";
import { runControllers } from "./repositories/controllers.ts";
import { deploy } from "./repositories/deployers.ts";
import { type OpenRepository, openRepository } from "./repositories/editor.ts";
import { type Programs, programsIn } from "./repositories/programs.ts";
import { checkOut, type Expected, edited, expectationOf, type HandEdit, installedText, type Said } from "./repositories/repository.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
const names = ["kubectl-client", "kubectl-server", "flux", "argocd-client", "argocd-server", "helm"] as const;

/** A repository that was deployed, and looked at for the first time. */
interface Deployed {
  readonly expected: Expected;
  readonly folder: string;
  readonly programs: Programs;
  readonly first: JsonReport;
  readonly editor: OpenRepository;
  /** The files with objects that are compared. */
  readonly compared: readonly string[];
  end(): Promise<void>;
}

const deployed = new Map<string, Deployed>();

beforeAll(async () => {
  for (const document of parseAllDocuments(installedText())) {
    const object = document.toJS() as ClusterObject;
    await (object.kind === "CustomResourceDefinition" ? define(cluster, String(document)) : cluster.create(object));
  }
  await Promise.all(names.map(async (name) => deployed.set(name, await deployAndLook(name))));
}, 300_000);
afterAll(() => Promise.all([...deployed.values()].map(({ end }) => end())));

async function deployAndLook(name: string): Promise<Deployed> {
  const expected = expectationOf(name);
  const { folder, files, remove } = checkOut(name);
  const programs = programsIn(folder, cluster, inject("deployers"));
  for (const step of expected.applied) await runControllers(cluster, await deploy(step, folder, programs));
  await editByHand(programs, expected.unremarkable);
  // Each deployer comes by again after the controllers and people have written.
  for (const step of expected.applied) await deploy(step, folder, programs);
  await programs.must("git", ["init", "--quiet"]);
  await programs.must("git", ["add", "--all"]);
  await programs.must("git", ["commit", "--quiet", "--message=first"]);
  const first = await check(programs);
  const compared = [...new Set(first.objects.map(({ file }) => file))];
  const editor = await openRepository(folder, files(), cluster.kubeconfig);
  const end = async (): Promise<void> => {
    await editor.close();
    remove();
  };
  return { expected, folder, programs, first, editor, compared, end };
}

async function check(programs: Programs): Promise<JsonReport> {
  const { stdout, stderr } = await programs.run("check", ["-R", "-f", ".", "-o", "json"]);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

async function editByHand(programs: Programs, edits: readonly HandEdit[]): Promise<void> {
  for (const { kubectl, edit } of edits) {
    await programs.must("kubectl", kubectl, { environment: edit === undefined ? {} : { KUBE_EDITOR: `sed -i '${edit}'` } });
  }
}

describe.each(names)("%s", (name) => {
  let it: Deployed;
  beforeAll(() => {
    it = deployed.get(name) as Deployed;
  });

  test("the first look says nothing", async () => {
    const { first, compared, editor, expected } = it;
    expect(first.findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
    expect(first.summary).toMatchObject({ compared: first.objects.length });
    expect(await editor.squiggles(compared)).toEqual([]);
    const restless = first.objects.filter(({ as, verdict }) => as.with === "server-side" && verdict !== "unchanged");
    expect(restless.map(({ object }) => object.name)).toEqual(expected.filledInLater ?? []);
  });

  test("who applies is found out", () => {
    const wrong = it.first.objects.filter(({ file, object, as }) => {
      const wanted = it.expected.as.find(({ path, kind }) => file.startsWith(path) && (kind ?? object.kind) === object.kind);
      return as.manager !== wanted?.manager || as.with !== (wanted.with ?? null) || as.force !== (wanted.force ?? null);
    });
    expect(wrong).toEqual([]);
  });

  test("what isn't applied as it stands is left out", () => {
    const said = new Set(it.first.leftOut.map(({ file, reason }) => JSON.stringify({ file, reason })));
    expect([...said].map((one) => JSON.parse(one))).toEqual(it.expected.leftOut);
  });

  test("edits in the editor", async () => {
    const { editor, expected, folder, compared } = it;
    for (const edit of expected.inFiles) await editor.change(edit.file, (text) => edited(text, edit));
    const shown = sorted(await editor.squiggles(compared));
    for (const { file } of expected.inFiles) await editor.change(file, () => readFileSync(join(folder, file), "utf8"));
    expect(shown).toEqual(sorted(expected.afterInFiles));
  });

  test("edits in the files since the last commit", async () => {
    const { expected, folder, programs } = it;
    for (const edit of expected.inFiles) {
      const file = join(folder, edit.file);
      writeFileSync(file, edited(readFileSync(file, "utf8"), edit));
    }
    const { findings } = await check(programs);
    await programs.must("git", ["checkout", "--quiet", "."]);
    expect(sorted(findings.map(({ file, code, path }) => ({ file, code, path })))).toEqual(sorted(expected.afterInFiles));
  });

  test("edits by hand", async () => {
    await editByHand(it.programs, it.expected.byHand);
    const { findings } = await check(it.programs);
    const said = findings.map(({ file, code, path, managers }) => ({ file, code, path, managers: managers.map(({ manager }) => manager) }));
    expect(sorted(said)).toEqual(sorted(it.expected.afterByHand));
  });

  test("and what the deployers then make of them", async () => {
    const { expected, folder, programs } = it;
    const refusals: string[] = [];
    for (const step of expected.applied) {
      await deploy(step, folder, programs).catch((error: unknown) => refusals.push(String(error)));
    }
    if (expected.refused.length === 0) expect(refusals).toEqual([]);
    for (const words of expected.refused) expect(refusals.join("\n")).toContain(words);
    for (const { kubectl, says } of expected.afterwards) expect(await programs.must("kubectl", kubectl)).toBe(says);
  });
});

/** Several things said, in an order of their own. */
function sorted(said: readonly Said[]): readonly Said[] {
  return said.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}
