/** What a person sees in the editor while networks, gateways and servers fail in front of a real API server, and that it passes by itself. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Limits } from "../../server/cluster/limits.ts";
import type { Fault } from "./faultProxy.ts";
import { sharedServer } from "./sharedServer.ts";
import { createTroubledEditor, prepare, type TroubledEditor } from "./troubledEditor.ts";

const cluster = sharedServer();
const objects = Array.from({ length: 50 }, (_, index) => `of-many-${index}`);
const alone = "alone";
beforeAll(async () => {
  await prepare(cluster);
  for (const name of [...objects, alone]) {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "faults" }, data: { key: "live" } };
    await cluster.create(object, "others");
  }
});
/** An apply of it conflicts. */
const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {key: of-the-file}\n`;
/** What recovers by itself may take more than half a minute. */
const timeout = 100_000;

interface Case {
  readonly title: string;
  readonly fault: Fault;
  /** The state in the status bar, and why, in its tooltip. */
  readonly state: string;
  readonly why: RegExp;
  /** How it is seen by whoever has read nothing yet: an error unless said. */
  readonly severity?: "error" | "warning";
}

const cases: readonly Case[] = [
  { title: "cut connections", fault: { kind: "reset" }, state: "unreachable", why: /cannot be reached: the connection was cut/ },
  {
    title: "a server that accepts and never answers",
    fault: { kind: "silence" },
    state: "no answer in time",
    why: /did not answer within 5 s/,
    severity: "warning",
  },
  {
    title: "answers that take too long",
    fault: { kind: "delay", ms: 6_000 },
    state: "no answer in time",
    why: /did not answer within 5 s/,
    severity: "warning",
  },
  {
    title: "429 with Retry-After",
    fault: { kind: "status", status: 429, retryAfter: "2" },
    state: "unreachable",
    why: /answered HTTP 429: broken on purpose/,
  },
  { title: "500", fault: { kind: "status", status: 500 }, state: "unreachable", why: /answered HTTP 500: broken on purpose/ },
  {
    title: "503 with Retry-After",
    fault: { kind: "status", status: 503, retryAfter: "2" },
    state: "unreachable",
    why: /answered HTTP 503: broken on purpose/,
  },
  { title: "bodies that break off", fault: { kind: "truncate" }, state: "unreachable", why: /the answer broke off/ },
  { title: "bodies without end", fault: { kind: "giant" }, state: "unreachable", why: /the answer is larger than 4 MB/ },
  {
    title: "a certificate of an unknown authority",
    fault: { kind: "certificate", which: "unknownAuthority" },
    state: "unreachable",
    why: /its certificate is signed by an unknown authority: check certificate-authority of cluster "proxied"/,
  },
  {
    title: "a certificate of another host",
    fault: { kind: "certificate", which: "otherHost" },
    state: "unreachable",
    why: /its certificate is not for 127\.0\.0\.1 but for other\.example: check server and tls-server-name of cluster "proxied"/,
  },
  {
    title: "a certificate that expired",
    fault: { kind: "certificate", which: "expired" },
    state: "unreachable",
    why: /its certificate expired: renew it, or check this computer's clock/,
  },
];

/** Limits as they are, but for bodies, so that the largest need no seconds here. */
const limits: Partial<Limits> = { bodyBytes: 4 * 1024 * 1024 };

async function withEditor(use: (editor: TroubledEditor) => Promise<void>, changed: Partial<Limits> = {}): Promise<void> {
  const editor = await createTroubledEditor(cluster, { ...limits, ...changed });
  try {
    await use(editor);
  } finally {
    await editor.close();
  }
}

describe.concurrent("before anything was read", { timeout }, () => {
  test.each(cases)("$title", ({ fault, state, why, severity = "error" }) =>
    withEditor(async (editor) => {
      editor.proxy.begin(fault);
      const seen = await editor.open();
      expect(seen.status).toMatchObject({ text: `proxied / faults · ${state}`, severity });
      expect(seen.words).toMatch(why);
      expect(seen.findings).toEqual([]);
      expect(await editor.hover()).toMatch(why);
      editor.proxy.end();
      await editor.until(({ findings }) => findings.join() === "apply-conflict");
    }),
  );
});

describe.concurrent("after it was read", { timeout }, () => {
  test.each(cases)("$title", ({ fault, state, why }) =>
    withEditor(async (editor) => {
      await editor.open();
      await editor.until(({ findings }) => findings.join() === "apply-conflict");
      editor.proxy.begin(fault);
      await editor.save();
      const seen = await editor.until(({ status }) => status.text.includes(state));
      expect(seen.status.text).toMatch(new RegExp(`^proxied / faults · ${state}, read (just now|\\d+ s ago)$`));
      expect(seen.status.severity).toBe("warning");
      expect(seen.words).toMatch(why);
      expect(seen.findings).toEqual([]);
      expect(await editor.hover()).toMatch(/kube-controller-manager/);
      expect(await editor.hover()).toMatch(why);
      editor.proxy.end();
      await editor.until(({ findings, status }) => findings.join() === "apply-conflict" && status.severity === "normal");
    }),
  );
});

/** An apply of each conflicts. */
const many = objects.map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {key: of-the-file}\n`).join("---\n");
const manyFile = "file:///faults/many.yaml";

describe.concurrent("requests while nothing works", { timeout }, () => {
  test.each<{ readonly title: string; readonly fault: Fault }>([
    { title: "cut connections", fault: { kind: "reset" } },
    { title: "silence", fault: { kind: "silence" } },
    { title: "429 with Retry-After", fault: { kind: "status", status: 429, retryAfter: "30" } },
    { title: "a wrong certificate", fault: { kind: "certificate", which: "expired" } },
    { title: "500", fault: { kind: "status", status: 500 } },
    { title: "bodies that break off", fault: { kind: "truncate" } },
  ])("are few: $title", ({ title, fault }) =>
    withEditor(async ({ proxy, editor, open, save, until }) => {
      await open(manyFile, many);
      await until(({ findings }) => findings.length === 50, manyFile);
      const before = { requests: proxy.requests.length, connections: proxy.connections() };
      proxy.begin(fault);
      // Somebody types and saves on as if nothing were.
      for (let key = 1; key <= 40; key++) {
        await editor.change(manyFile, many.replace("of-the-file", `typed-${key}`));
        await sleep(200);
        if (key % 10 === 0) await save(manyFile);
      }
      const requests = proxy.requests.length - before.requests;
      const connections = proxy.connections() - before.connections;
      console.info(`${title}: ${requests} requests on ${connections} new connections in 8 s for 50 objects and 4 saves`);
      expect(Math.max(requests, connections)).toBeLessThanOrEqual(40);
    }),
  );
});

describe.concurrent("the other document", { timeout }, () => {
  test.each([
    { title: "500", fault: { kind: "status", status: 500 } },
    { title: "silence", fault: { kind: "silence" } },
    { title: "cut bodies", fault: { kind: "truncate" } },
    { title: "giant bodies", fault: { kind: "giant" } },
    { title: "403", fault: { kind: "status", status: 403 } },
  ] as const)("is not touched by $title", ({ fault }) =>
    withEditor(async (editor) => {
      editor.proxy.begin(fault, /\/deployments/);
      await editor.open(manyFile, many);
      await editor.until(({ findings }) => findings.length === 50, manyFile);
      expect(await editor.open()).toMatchObject({ findings: [] });
      await editor.save();
      const other = await editor.until(() => true, manyFile);
      expect(other).toMatchObject({ status: { severity: "normal" }, findings: { length: 50 } });
    }),
  );
});

test("a watch whose other end went away without a word: a change is seen by reading", { timeout }, () =>
  withEditor(
    async ({ proxy, open, until }) => {
      const uri = "file:///faults/alone.yaml";
      await open(uri, configMap(alone));
      await until(({ findings }) => findings.length === 1, uri);
      proxy.begin({ kind: "silence" }, /watch=true/);
      await cluster.must({
        method: "PATCH",
        path: `/api/v1/namespaces/faults/configmaps/${alone}`,
        contentType: "application/merge-patch+json",
        body: { data: { key: "of-the-file" } },
        manager: "others",
      });
      const seen = await until(({ findings }) => findings.length === 0, uri);
      expect(seen.status).toMatchObject({ text: "proxied / faults · as team-cd", severity: "normal" });
    },
    { silentMs: 1_000 },
  ),
);
