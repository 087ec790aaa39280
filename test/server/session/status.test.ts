import { expect, test } from "vitest";
import type { Cluster } from "../../../server/cluster/ports.ts";
import { playedCluster } from "../../support/cluster.ts";
import { startSession } from "../../support/session.ts";
import { objectOf } from "../../support/snapshots.ts";

const configMap = (name: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: shop}
data: {a: "1"}
`;
const live = `${configMap("there")}`.replace("namespace: shop", "namespace: shop, managedFields: []");

/** Knows the object "there" only. */
function cluster(): Cluster {
  const { cluster: played } = playedCluster();
  const source = { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: false } as const;
  return {
    ...played,
    get: async (target, key, signal) =>
      key.name === "there" ? { state: "live", object: objectOf(live), source, readAt: 0 } : played.get(target, key, signal),
  };
}

test.each([
  { name: "all are new", texts: ["new", "newer"], says: "2 objects · test / shop · not there yet" },
  { name: "only one is new", texts: ["there", "new"], says: "2 objects · test / shop" },
])("of several objects the status says what holds for all: $name", async ({ texts, says }) => {
  const { session, open } = startSession({}, { cluster: cluster() });
  open("a.yaml", texts.map((text) => `# field-manager: ci\n${configMap(text)}`).join("---\n"));
  session.setVisible(["a.yaml"]);
  await session.settled("a.yaml");
  expect((await session.statusOf("a.yaml"))?.text.replace(" · as ci", "")).toBe(says);
  session.dispose();
});
