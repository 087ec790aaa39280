import { expect, test } from "vitest";
import { predict } from "../../../shared/ownership/predict.ts";
import type { LiveAnswer } from "../../../shared/ownership/snapshot.ts";
import { applier, documentsOf, objectOf, savedLive, snapshot } from "../../support/snapshots.ts";

const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndat: {}\n";
const place = { from: "cluster", context: "test", namespaceAssumed: true } as const;

// kubectl fills in the context's namespace before it sends, so the server's refusal names it.
test.each<[string, string, LiveAnswer, string]>([
  [
    "the live object's",
    manifest,
    savedLive(objectOf(manifest.replace("dat: {}", "  namespace: shop\n  managedFields: []"))),
    "shop/settings",
  ],
  ["the context's, where there is no object yet", manifest, { state: "absent", source: { ...place, namespace: "lab" } }, "lab/settings"],
  [
    "its own",
    manifest.replace("name: settings", "name: settings\n  namespace: own"),
    { state: "absent", source: { ...place, namespace: "lab" } },
    "own/settings",
  ],
  ["unknown", manifest, { state: "absent", source: { from: "file", file: "live.yaml" } }, "/settings"],
  [
    "none for a kind without namespaces",
    manifest.replace("ConfigMap", "Node"),
    { state: "absent", source: { ...place, namespace: "lab" } },
    "/settings",
  ],
])("a refusal names the namespace: %s", (_, text, live, named) => {
  const [document] = documentsOf(text);
  const object = document?.objects[0];
  if (document === undefined || object === undefined) throw new Error("no object");
  const { serverMessage } = predict(snapshot(document, object, live, applier("ci")));
  expect(serverMessage).toBe(
    `failed to create typed patch object (${named}; /v1, Kind=${object.kind}): .dat: field not declared in schema`,
  );
});
