/** C34: text of Go templates, wherever it stands and whatever language an editor takes it for: nothing is said of it, and nobody is asked. */
import { afterEach, describe, expect, test } from "vitest";
import { playedCluster } from "../support/cluster.ts";
import { startSession } from "../support/session.ts";
import { startWire } from "../support/wire.ts";
import { readCase } from "./page.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const chart = { "chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n" };
const places = ["web.yaml", "templates/web.yaml", "crds/web.yaml", "chart/web.yaml", "chart/templates/web.yaml", "chart/crds/web.yaml"];

describe.each(["C34a", "C34b"])("%s", (id) => {
  const text = readCase(id, "manifest.yaml");

  test.each(
    places.flatMap((place) => [
      { place, tree: {} },
      { place, tree: chart },
    ]),
  )("at $place, $tree", async ({ place, tree }) => {
    const { cluster, asked } = playedCluster();
    const { session, open } = startSession(tree, { cluster, quietMs: 0 });
    stops.push(() => session.dispose());
    open(place, text);
    session.setVisible([place]);
    await session.settled(place);
    expect(await session.diagnosticsOf(place)).toEqual([]);
    expect(await session.fixesAt(place, { start: 0, end: text.length })).toEqual([]);
    for (let offset = 0; offset < text.length; offset += 7) {
      expect((await session.hoverAt(place, offset))?.markdown ?? "").not.toMatch(/\bOwned|owner|Applying/);
    }
    expect(asked).toEqual([]);
  });

  test.each(["yaml", "helm", "helm-template"])("as language %s", async (language) => {
    const editor = await startWire({ settings: { cluster: { connect: "off" } } });
    stops.push(() => editor.stop());
    const uri = "file:///nowhere/web.yaml";
    await editor.open(uri, text, language);
    expect(await editor.diagnostics(uri)).toEqual([]);
    expect(await editor.hover(uri, { line: 3, character: 3 })).toBeNull();
  });
});
