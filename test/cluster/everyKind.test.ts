/**
 * Random requests to every built-in kind and to custom resources of all shapes. Whatever is applied, the answer, its words and the
 * records of owners must be the real server's. The same numbers come every time; SEED=… is another suite, RUNS=… a longer one.
 */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { decodeManagedFields, encodeManagedFields } from "../../shared/apply/managedFields.ts";
import type { ApplyOutcome } from "../../shared/apply/model.ts";
import { predictApply } from "../../shared/apply/predictApply.ts";
import { resetFieldsOf } from "../../shared/apply/resetFields.ts";
import { parseJson, printJson } from "../../shared/fieldpath/json.ts";
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { kindsOfCrd } from "../../shared/schema/fromCrd.ts";
import type { ClusterReply } from "./connect.ts";
import { definitions, type EveryKind, everyKind, type RandomStep, randomSteps } from "./everyKind.ts";
import { define } from "./play.ts";
import { sharedServer } from "./sharedServer.ts";

const seed = Number(process.env.SEED ?? 1);
const numRuns = Number(process.env.RUNS ?? 4);
const cluster = sharedServer();
const customKinds = definitions.flatMap((definition) => kindsOfCrd(parsed(JSON.stringify(definition))));

const ofManyVersions = new Set(everyKind.map(({ kind }) => kind).filter((name, at, all) => all.indexOf(name) !== at));

beforeAll(async () => {
  for (const definition of definitions) await define(cluster, JSON.stringify(definition));
});

const answers = { accepted: 0, conflict: 0, refused: 0, undecided: 0 };

test.each(everyKind)(
  "$apiVersion $kind",
  async (kind) => {
    const before = answers.accepted;
    for (const steps of fc.sample(randomSteps(kind), { seed, numRuns })) {
      for (const step of steps) await play(kind, step);
    }
    // Else it would show nothing.
    expect(answers.accepted).toBeGreaterThan(before);
  },
  600_000,
);

test("all answers were met", () => {
  expect(answers.accepted).toBeGreaterThan(everyKind.length * numRuns);
  for (const count of [answers.conflict, answers.refused]) expect(count).toBeGreaterThan(5 * numRuns);
  expect(answers.undecided).toBeLessThan(5 * numRuns);
});

async function play(kind: EveryKind, step: RandomStep): Promise<void> {
  const path = await cluster.pathOf(step.body);
  const before = await cluster.request({ path });
  const live = before.status === 200 ? before.text : undefined;
  if (step.how === "apply" || step.how === "force") return applyAndCompare(kind, step, path, live);
  const { manager, body } = step;
  if (live === undefined) await cluster.request({ method: "POST", path: path.slice(0, path.lastIndexOf("/")), body, manager });
  else if (step.how === "forget") {
    const patch = [{ op: "replace", path: "/metadata/managedFields", value: [{}] }];
    await cluster.request({ method: "PATCH", path, body: patch, contentType: "application/json-patch+json", manager });
  } else {
    const subresource = step.status ? "/status" : "";
    await cluster.request({ method: "PATCH", path: path + subresource, body, contentType: "application/merge-patch+json", manager });
  }
}

async function applyAndCompare(kind: EveryKind, step: RandomStep, path: string, live: string | undefined): Promise<void> {
  const body = path.includes("/namespaces/") ? { ...step.body, metadata: { namespace: "default", ...step.body.metadata } } : step.body;
  const reply = await cluster.request({
    ...{ method: "PATCH", path: path + (step.status ? "/status" : ""), body, manager: step.manager },
    ...{ contentType: "application/apply-patch+yaml", query: { force: `${step.how === "force"}` } },
  });
  // A subresource of an object that is not there.
  if (reply.status === 404) return;
  const outcome = predict(kind, step, parsed(JSON.stringify(body)), live);
  answers[outcome.verdict] += 1;
  // Records at another version of the kind: nobody can always know.
  if (outcome.verdict === "undecided" && ofManyVersions.has(kind.kind)) return;
  expect(comparable(outcome, reply), JSON.stringify({ live, ...step, body, reply: reply.text })).toEqual(answerOf(reply, outcome));
}

function predict({ apiVersion, kind }: EveryKind, step: RandomStep, config: Value, text: string | undefined): ApplyOutcome {
  const typeAt = (version: string) =>
    (bundledKind(version, kind) ?? customKinds.find((known) => known.apiVersion === version && known.kind === kind))?.type;
  const known = bundledKind(apiVersion, kind) ?? customKinds.find((custom) => custom.apiVersion === apiVersion && custom.kind === kind);
  if (known?.type === undefined) throw new Error(`${apiVersion} ${kind} is not known`);
  const object = text === undefined ? undefined : parsed(text);
  const { entries, problems } = decodeManagedFields(object ?? null);
  const subresource = step.status ? "status" : "";
  return predictApply({
    ...{ config, type: known.type, typeAt, manager: step.manager, force: step.how === "force", subresource },
    live: object === undefined ? undefined : { object, managedFields: entries, problems },
    resetFields: resetFieldsOf(apiVersion, kind, subresource, known.subresources.includes("status")),
  });
}

/** What of a prediction the reply can be compared with: what the kind itself finds invalid after the merge is beyond it. */
function comparable(outcome: ApplyOutcome, { status }: ClusterReply): object {
  switch (outcome.verdict) {
    case "accepted":
      return status === 422 || status === 403 ? { refused: true } : { records: recordsOf(encodeManagedFields(outcome.managedFields)) };
    case "conflict":
      return { conflict: outcome.message };
    case "refused":
      return { refused: true };
    case "undecided":
      return { undecided: outcome.reasons };
  }
}

function answerOf(reply: ClusterReply, outcome: ApplyOutcome): object {
  const answer = parsed(reply.text);
  if (reply.status === 409 && valueAt(answer, "details", "causes") !== undefined) return { conflict: stringAt(answer, "message") };
  if (reply.status >= 300) return { refused: true };
  return outcome.verdict === "refused" ? { accepted: reply.text } : { records: recordsOf(valueAt(answer, "metadata", "managedFields")) };
}

/** Without times, and so without the order that they make. */
function recordsOf(list: Value | undefined): readonly string[] {
  if (!isList(list)) return [];
  return list.map((entry) => printJson(new Map([...(entry as ReadonlyMap<string, Value>)].filter(([key]) => key !== "time")))).sort();
}

function parsed(text: string): Value {
  return parseJson(text).value;
}
