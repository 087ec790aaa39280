/** What a person sees in the editor while networks, gateways and servers fail in front of a real API server, and that it passes by itself. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "./faultProxy.ts";
import { sharedServer } from "./sharedServer.ts";
import { createTroubledEditor, prepare, type TroubledEditor } from "./troubledEditor.ts";

const cluster = sharedServer();
beforeAll(() => prepare(cluster));
/** What recovers by itself may take more than half a minute. */
const timeout = 100_000;

interface Case {
  readonly title: string;
  readonly fault: Fault;
  /** Which requests meet it; all unless said. */
  readonly on?: RegExp;
  /** The state in the status bar, and why, in its tooltip. */
  readonly state: string;
  readonly why: RegExp;
  /** Whether the state is to be seen as an error by whoever has read nothing yet. */
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
  { title: "bodies without end", fault: { kind: "giant" }, state: "unreachable", why: /the answer is larger than 64 MB/ },
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

async function withEditor(use: (editor: TroubledEditor) => Promise<void>): Promise<void> {
  const editor = await createTroubledEditor(cluster);
  try {
    await use(editor);
  } finally {
    await editor.close();
  }
}

describe.concurrent("before anything was read", { timeout }, () => {
  test.each(cases)("$title", ({ fault, on, state, why, severity = "error" }) =>
    withEditor(async (editor) => {
      editor.proxy.begin(fault, on);
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
  test.each(cases)("$title", ({ fault, on, state, why }) =>
    withEditor(async (editor) => {
      await editor.open();
      await editor.until(({ findings }) => findings.join() === "apply-conflict");
      editor.proxy.begin(fault, on);
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
