/** Names and values that others chose: what they would do to an editor that shows them as they are. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { startWire } from "../../support/wire.ts";
import { liveObject, manifest } from "./shop.ts";

test("nothing turns the writing direction, moves a cursor or is a link, wherever it is shown", async () => {
  const hostile = "m\u202egpj\u0007\u200b[x](command:evil)<img src=x>\n**b**";
  const live = JSON.stringify(liveObject()).replaceAll("kube-controller-manager", JSON.stringify(hostile).slice(1, -1));
  const { root } = folderWith({ "live/web.json": live });
  const settings = { live: { files: ["live/**"] }, cluster: { connect: "off" } };
  const editor = await startWire({ settings, folderUri: pathToFileURL(root).href, connected: [] });
  const uri = pathToFileURL(path.join(root, "web.yaml")).href;
  await editor.open(uri, manifest);
  const [diagnostic] = await editor.diagnostics(uri);
  if (diagnostic === undefined) throw new Error("no conflict");
  expect(diagnostic.message).toContain("m\ufffdgpj\ufffd\ufffd[x](command:evil)<img src=x> **b**");
  const titles = (await editor.fixes(uri, diagnostic.range, [diagnostic])).map(({ title }) => title);
  const status = await editor.until(
    async () => editor.statuses.get(uri),
    (shown) => shown !== undefined,
  );
  const hover = (await editor.hover(uri, diagnostic.range.start))?.contents as { value: string };
  const all = [diagnostic.message, ...titles, status?.text, status?.tooltip, hover.value].join("");
  expect(titles.length).toBeGreaterThan(0);
  // Line ends between lines of Markdown are ours.
  expect(all.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u200b\u202e]/u);
  const outsideOfCode = [status?.tooltip, hover.value].join("\n").replace(/`[^`]*`/g, "");
  expect(outsideOfCode).not.toMatch(/(?<!\\)\]\(command:evil|(?<!\\)<img/);
  await editor.stop();
});
