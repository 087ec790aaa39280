/** Whom the cluster is asked as, and what the editor shows where it does not answer: a word in the status, never a squiggle. */
import { beforeAll, describe, expect, test } from "vitest";
import { trustedNotification } from "../../shared/messages.ts";
import type { LspClient } from "../support/lspClient.ts";
import { type Shown, show } from "./ask.ts";
import { startLanguageServer } from "./languageServer.ts";
import { playHistory } from "./play.ts";
import { widget, widgets } from "./scenarios/customResources.ts";
import { deployment } from "./scenarios/deployments.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
const manifest = deployment("users", { spec: "replicas: 3" });

beforeAll(async () => {
  await playHistory(cluster, {
    history: [
      { by: "team-cd", apply: deployment("users", { spec: "replicas: 2" }) },
      { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
    ],
    manifest,
  });
});

/** An editor with the kubeconfig of the test server. */
async function withEditor(context: string, use: (editor: LspClient) => Promise<void>, trusted = true): Promise<void> {
  const editor = await startLanguageServer({
    trusted,
    settings: { cluster: { connect: "auto", kubeconfig: cluster.kubeconfig, context } },
  });
  try {
    await use(editor);
  } finally {
    await editor.stop();
  }
}

/** Line and column of the first place of some text. */
function placeOf(text: string, sought: string): { line: number; character: number } {
  const before = text.slice(0, text.indexOf(sought)).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

const asked: readonly {
  readonly title: string;
  readonly context: string;
  readonly manifest?: string;
  readonly status: string;
  readonly because?: string;
  readonly conflicts?: readonly string[];
  /** Codes of other findings. */
  readonly others?: readonly string[];
}[] = [
  { title: "the administrator", context: "admin", status: "admin / default · as team-cd", conflicts: [".spec.replicas"] },
  {
    title: "somebody who may read but not patch: no dry-run is needed",
    context: "reader",
    status: "reader / default · as team-cd",
    conflicts: [".spec.replicas"],
  },
  {
    title: "somebody without rights",
    context: "nobody",
    status: "nobody / default · no access",
    because: 'deployments.apps "users" is forbidden: User "nobody" cannot get resource',
  },
  {
    title: "a token that the server does not know",
    context: "signedOut",
    status: "signedOut / default · signed out",
    because: "Unauthorized",
  },
  { title: "a port where nobody listens", context: "closed", status: "closed / default · unreachable", because: "127.0.0.1:1" },
  { title: "a context that is not in the kubeconfig", context: "elsewhere", status: "no live object", because: "elsewhere" },
  {
    title: "an object that is not there",
    context: "reader",
    manifest: deployment("nowhere", {}),
    status: "reader / default · not there yet",
  },
  {
    title: "a namespace that is not there",
    context: "reader",
    manifest: deployment("nowhere", { metadata: "namespace: nowhere" }),
    status: "reader / nowhere · not there yet",
    others: ["namespace-missing"],
  },
  {
    title: "a kind that the server does not know",
    context: "reader",
    manifest: "apiVersion: example.org/v1\nkind: Gadget\nmetadata:\n  name: users\n",
    status: "reader / default · no such kind",
    because: "example.org/v1",
    others: ["unknown-kind"],
  },
];

test.each(asked)("$title", ({ context, manifest: text = manifest, status, because = "", conflicts = [], others = [] }) =>
  withEditor(context, async (editor) => {
    const shown = await show(editor, text);
    expect(shown.status.text).toContain(status);
    expect(shown.status.tooltip.replaceAll("\\", "")).toContain(because);
    expect(shown.conflicts.map(({ path }) => path)).toEqual(conflicts);
    // Of the namespace is asked once the object is known to be absent.
    const found = await editor.until(
      () => editor.diagnostics(shown.uri),
      (diagnostics) => diagnostics.length >= conflicts.length + others.length,
    );
    expect(found.map(({ code }) => code).filter((code) => code !== "apply-conflict")).toEqual(others);
  }),
);

test("nobody is asked until the workspace is trusted", () =>
  withEditor(
    "admin",
    async (editor) => {
      const shown = await show(editor, manifest);
      expect(shown.status.text).toContain("not trusted");
      expect(shown.diagnostics).toEqual([]);
      await editor.connection.sendNotification(trustedNotification);
      const trusted = await editor.until(
        () => editor.diagnostics(shown.uri),
        (diagnostics) => diagnostics.length > 0,
      );
      expect(trusted).toMatchObject([{ code: "apply-conflict" }]);
    },
    false,
  ));

describe("hover", () => {
  const hovered = async (context: string, text: string, field: string): Promise<string> => {
    let markdown = "";
    await withEditor(context, async (editor) => {
      const { uri }: Shown = await show(editor, text);
      markdown = JSON.stringify((await editor.hover(uri, placeOf(text, field)))?.contents);
    });
    return markdown.replaceAll("\\", "");
  };

  test("tells the owner, the live value and what an apply would do", async () => {
    const markdown = await hovered("reader", manifest, "replicas:");
    for (const fact of [".spec.replicas", "kube-controller-manager", "scale", "5", "team-cd", "refused"]) expect(markdown).toContain(fact);
  });

  test("knows the kind of a custom resource's list from the server's schema", async () => {
    const text = widget("hovered", "plain:\n    - name: a");
    await playHistory(cluster, { definitions: [widgets], history: [{ by: "operator", apply: text }], manifest: text });
    const markdown = await hovered("reader", text, "plain:");
    for (const fact of ["atomic list", "operator"]) expect(markdown).toContain(fact);
  });
});
