/**
 * The tables that are learned from the real server are up to date. `npm run test:cluster -- serverTables -u` writes them anew, after another
 * version of Kubernetes or more tries in data/.
 */
import { dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "./server.ts";
import { sharedServer } from "./sharedServer.ts";
import { printTable } from "./tables/printTable.ts";
import { probeDefaults } from "./tables/probeDefaults.ts";
import { probeImmutable } from "./tables/probeImmutable.ts";
import { probeResets } from "./tables/probeResets.ts";

const shared = sharedServer();
// Of its own: what other suites store (a LimitRange, a quota) changes what is filled in.
let cluster: TestServer;
beforeAll(async () => {
  cluster = await startServer(dirname(shared.kubectlPath));
});
afterAll(() => cluster.stop());

test("what the server fills in", async () => {
  await expect(printTable({ ...(await probeDefaults(cluster)) })).toMatchFileSnapshot("../../shared/schema/defaults.json");
}, 300_000);

test("what its endpoints reset", async () => {
  await expect(printTable({ ...(await probeResets(cluster)) })).toMatchFileSnapshot("../../shared/schema/resetFields.json");
}, 300_000);

test("what never changes", async () => {
  await expect(printTable({ ...(await probeImmutable(cluster)) })).toMatchFileSnapshot("../../shared/schema/immutable.json");
}, 900_000);
