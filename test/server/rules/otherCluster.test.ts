/** What was only assumed, namespace or context, is named with where it comes from: in every finding of every rule, and in every hover. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { hover } from "../../../server/features/hover.ts";
import { check, rules } from "../../../server/rules/rules.ts";
import type { LiveAnswer, LiveSource, Snapshot } from "../../../shared/ownership/snapshot.ts";
import { lost } from "../../../shared/ownership/words/owning.ts";
import { readFixture } from "../../support/fixture.ts";

const folder = path.resolve(import.meta.dirname, "../../data/rules");
const examples = readdirSync(folder).map((name) => [name.replace(/\.txt$/, ""), readFileSync(path.join(folder, name), "utf8")] as const);

type ClusterSource = Extract<LiveSource, { readonly from: "cluster" }>;

/** As if read from this place; the object names its namespace or not. */
function readFrom(snapshot: Snapshot, source: ClusterSource): Snapshot {
  const { live, object, kind } = snapshot;
  const placed: ClusterSource = kind.namespaced ? source : { ...source, namespace: undefined, namespaceAssumed: false };
  const read = ("source" in live ? { ...live, source: placed } : live) as LiveAnswer;
  return { ...snapshot, live: read, object: source.namespaceAssumed ? { ...object, namespace: undefined } : object };
}

const inContext: ClusterSource = { from: "cluster", context: "prod", contextAssumed: true, namespace: "shop", namespaceAssumed: false };
const inNamespace: ClusterSource = { ...inContext, namespaceAssumed: true, namespaceFrom: "default" };

describe.each(examples)("%s", (code, source) => {
  const { snapshots, text } = readFixture(source);
  const named = snapshots.filter(({ object }) => object.name !== undefined);

  test.each([
    ["namespace", inNamespace, "since context prod names none"],
    ["context", inContext, "prod"],
  ])("findings name an assumed %s", (_, place, words) => {
    const messages = named.flatMap((snapshot) =>
      check(readFrom(snapshot, place)).map(({ message }) => [snapshot.kind.namespaced, message] as const),
    );
    for (const [namespaced, message] of messages) expect(message).toContain(namespaced ? words : "context prod");
  });

  test("hovers name both, wherever they are", () => {
    for (const snapshot of named.filter(({ live }) => "source" in live)) {
      const shown = readFrom(snapshot, inNamespace);
      for (let at = 0; at < text.length; at++) {
        const words = snapshot.kind.namespaced ? "since context prod names none" : "context prod";
        const markdown = hover(shown, at)?.markdown;
        // What is never sent has no place in a cluster.
        if (markdown !== undefined && !markdown.includes(lost)) expect(markdown, `${code} at ${at}`).toContain(words);
      }
    }
  });
});

test("every rule has its example here", () => expect(examples.map(([code]) => code).sort()).toEqual(rules.map(({ code }) => code).sort()));
