/**
 * Random writes of several managers to random objects, then a random apply: conflict or not, and in which words, must be what the real
 * server says. The same numbers come every time; another seed is another suite.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { predictionOf } from "./ask.ts";
import { define, playWrite, verdictOf } from "./play.ts";
import { type RandomKind, randomKinds } from "./randomObjects.ts";
import { widgets } from "./scenarios/customResources.ts";
import type { Write } from "./scenarios/scenario.ts";
import { sharedServer } from "./sharedServer.ts";

const seed = 1;
const runsPerKind = 25;
const cluster = sharedServer();

interface Run {
  readonly history: readonly Write[];
  readonly manifest: string;
  readonly manager: string;
}

test.each(randomKinds)("$kind", async (kind) => {
  if (kind.kind === "Widget") await define(cluster, widgets);
  const answers = { refused: 0, accepted: 0 };
  for (const { history, manifest, manager } of fc.sample(runs(kind), { seed, numRuns: runsPerKind })) {
    const refusedWrites: string[] = [];
    for (const write of history) await playWrite(cluster, write, JSON.parse(manifest)).catch((error) => refusedWrites.push(`${error}`));
    const verdict = await verdictOf(cluster, manifest, manager);
    const prediction = await predictionOf(cluster.kubeconfig, `# field-manager: ${manager}\n${manifest}`);
    const context = JSON.stringify({ history, refusedWrites, manifest, manager }, undefined, 2);
    // What the kind itself finds invalid after the merge (422) is beyond a prediction of ownership.
    expect(prediction.serverMessage ?? "", context).toBe(verdict.status === 409 ? verdict.message : "");
    expect(prediction.uncertain, context).toEqual([]);
    answers[verdict.status === 409 ? "refused" : "accepted"] += 1;
  }
  // Else it would show nothing.
  expect(Math.min(answers.refused, answers.accepted)).toBeGreaterThan(runsPerKind / 10);
});

function runs(kind: RandomKind): fc.Arbitrary<Run> {
  const manager = fc.constantFrom("ci", "platform", "kubectl");
  return fc.nat().chain((number) => {
    const text = (body: unknown): string => {
      const { metadata, ...rest } = body as { metadata: object };
      return JSON.stringify({ apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name: `random-${number}`, ...metadata }, ...rest });
    };
    const applied = fc.record({ by: manager, apply: kind.body.map(text), force: fc.constant(true as const) });
    const created = fc.record({ by: manager, create: kind.body.map(text) });
    const patched = fc.record({ by: fc.constantFrom("ci", "kubectl-edit"), merge: kind.body.map(text) });
    const scaled = fc.record({
      by: fc.constant("hpa"),
      merge: fc.constantFrom("spec: {replicas: 4}"),
      subresource: fc.constant("scale" as const),
    });
    const later = fc.oneof(applied, patched, ...(["Deployment", "StatefulSet", "Widget"].includes(kind.kind) ? [scaled] : []));
    const history = fc.tuple(fc.oneof(applied, created), fc.array(later, { maxLength: 3 })).map(([first, more]) => [first, ...more]);
    return fc.record({ history, manifest: kind.body.map(text), manager });
  });
}
