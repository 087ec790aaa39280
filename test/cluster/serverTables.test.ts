/**
 * The tables that are learned from the real server are up to date. `npm run test:cluster -- serverTables -u` writes them anew, after another
 * version of Kubernetes or more tries in data/.
 */
import { expect, test } from "vitest";
import { sharedServer } from "./sharedServer.ts";
import { printTable } from "./tables/printTable.ts";
import { probeDefaults } from "./tables/probeDefaults.ts";
import { probeImmutable } from "./tables/probeImmutable.ts";

const cluster = sharedServer();

test("what the server fills in", async () => {
  await expect(printTable({ ...(await probeDefaults(cluster)) })).toMatchFileSnapshot("../../shared/schema/defaults.json");
}, 300_000);

test("what never changes", async () => {
  await expect(printTable({ ...(await probeImmutable(cluster)) })).toMatchFileSnapshot("../../shared/schema/immutable.json");
}, 900_000);
