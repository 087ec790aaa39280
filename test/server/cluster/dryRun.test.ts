import { expect, test } from "vitest";
import type { Ask, Connection, Got } from "../../../server/cluster/connection.ts";
import { createDryRuns } from "../../../server/cluster/dryRun.ts";
import type { Place } from "../../../server/cluster/objectPlace.ts";
import type { DryRunAnswer } from "../../../server/cluster/ports.ts";
import { parseJson, printJson } from "../../../shared/fieldpath/json.ts";

const place: Place = {
  key: { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "web" },
  resource: "deployments",
  collection: "/apis/apps/v1/namespaces/shop/deployments",
  source: { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: false },
};
const object = new Map([["kind", "Deployment"]]);
const signal = new AbortController().signal;
const body = (value: object) => parseJson(JSON.stringify(value)).value;
const allowed: Got = { state: "ok", body: body({ status: { allowed: true } }) };
const forbidden: Got = { state: "ok", body: body({ status: { allowed: false } }) };

/** Reviews are answered one after the other, the last for ever; the PATCH with `patched`. */
function played(reviews: readonly Got[], patched: Got): { readonly asks: Ask[]; readonly connection: Connection } {
  const asks: Ask[] = [];
  const left = [...reviews];
  const send = async (ask: Ask): Promise<Got> => {
    asks.push(ask);
    return ask.method === "POST" ? ((left.length > 1 ? left.shift() : left[0]) as Got) : patched;
  };
  return {
    asks,
    connection: { send, get: (path) => send({ path }), stream: (path) => send({ path }), retry: () => undefined, close: () => undefined },
  };
}

async function run(reviews: readonly Got[], patched: Got, creates = false): Promise<{ asks: Ask[]; answer: DryRunAnswer }> {
  const { asks, connection } = played(reviews, patched);
  return { asks, answer: await createDryRuns(connection).run(place, { object, manager: "team cd", force: true, creates }, signal) };
}

test("an apply is only tried, as whom and how it would be applied", async () => {
  const { asks, answer } = await run([allowed], { state: "ok", body: object });
  expect(answer).toEqual({ state: "answered", outcome: { kind: "accepted", object } });
  expect(asks.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    "PATCH /apis/apps/v1/namespaces/shop/deployments/web?dryRun=All&fieldManager=team+cd&force=true&fieldValidation=Strict",
  ]);
  expect(JSON.parse(asks[0]?.body ?? "")).toMatchObject({
    spec: { resourceAttributes: { group: "apps", version: "v1", resource: "deployments", namespace: "shop", name: "web", verb: "patch" } },
  });
  expect(asks[1]).toMatchObject({ contentType: "application/apply-patch+yaml", body: printJson(object) });
});

test.each<{ name: string; reviews: readonly Got[]; creates: boolean; says: string }>([
  { name: "patch", reviews: [forbidden], creates: false, says: "the right to patch" },
  { name: "create of what is not there", reviews: [allowed, forbidden], creates: true, says: "the right to create" },
])("without the right to $name nothing is sent", async ({ reviews, creates, says }) => {
  const { asks, answer } = await run(reviews, { state: "ok", body: object }, creates);
  expect(asks.filter(({ method }) => method === "PATCH")).toEqual([]);
  expect(answer).toMatchObject({ state: "denied", message: expect.stringContaining(says) });
});

test.each<{ name: string; got: Got; answer: object }>([
  {
    name: "a conflict",
    got: {
      state: "unreachable",
      message: "HOST answered HTTP 409",
      status: 409,
      body: body({ message: "Apply failed", details: { causes: [{ message: 'conflict with "hpa"', field: ".spec.replicas" }] } }),
    },
    answer: {
      state: "answered",
      outcome: {
        kind: "refused",
        code: 409,
        message: "Apply failed",
        causes: [{ message: 'conflict with "hpa"', field: ".spec.replicas" }],
      },
    },
  },
  {
    name: "a webhook that denies",
    got: { state: "denied", message: "denied", status: 403, body: body({ message: "admission webhook denied the request" }) },
    answer: { state: "answered", outcome: { kind: "refused", code: 403, message: "admission webhook denied the request" } },
  },
  {
    name: "a missing namespace",
    got: { state: "notFound", name: "shop", message: 'namespaces "shop" not found' },
    answer: { state: "answered", outcome: { kind: "refused", code: 404, message: 'namespaces "shop" not found' } },
  },
  {
    name: "a server that has no time",
    got: { state: "unreachable", message: "HOST answered HTTP 503", status: 503, body: body({ message: "overloaded" }) },
    answer: { state: "unreachable", message: "HOST answered HTTP 503" },
  },
  { name: "no answer", got: { state: "slow", message: "HOST did not answer" }, answer: { state: "slow", message: "HOST did not answer" } },
])("$name", async ({ got, answer }) => {
  expect((await run([allowed], got)).answer).toMatchObject(answer);
});

test("rights are asked for once a minute", async () => {
  const { asks, connection } = played([allowed], { state: "ok", body: object });
  const runs = createDryRuns(connection);
  for (let i = 0; i < 3; i++) await runs.run(place, { object, manager: "ci", force: false, creates: false }, signal);
  expect(asks.map(({ method }) => method)).toEqual(["POST", "PATCH", "PATCH", "PATCH"]);
});
