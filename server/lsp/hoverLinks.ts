/**
 * The last line of a hover: what can be done here, as links that run our own client's commands; for other editors the fixes' names.
 * Invariant: a link holds nothing that others wrote but what is encoded.
 */
import type { Position } from "vscode-languageserver";
import {
  type ApplyFixParams,
  applyFixCommand,
  connectCommand,
  refreshCommand,
  type VerifyParams,
  verifyCommand,
} from "../../shared/messages.ts";
import { actionLabels, fixLabel } from "../../shared/ownership/words/actions.ts";
import type { HoverAction } from "../features/hoverActions.ts";
import { escaped } from "../features/markdown.ts";
import type { PlacedHover } from "../session/model.ts";

/** Fixes beyond these are in the editor's own menu. */
const most = 3;

export interface HoverPlace {
  readonly uri: string;
  readonly position: Position;
}

/** The line, undefined where there is nothing to do. `linked`: the editor runs our commands. */
export function hoverLinks(
  { actions, fixes }: Pick<PlacedHover, "actions" | "fixes">,
  { uri, position }: HoverPlace,
  linked: boolean,
): string | undefined {
  const named = fixes.flatMap((fix) => {
    const label = fixLabel(fix.id, fix.title);
    return label === undefined ? [] : [{ label, title: fix.title }];
  });
  const first = named.filter(({ label }, i) => named.findIndex((other) => other.label === label) === i).slice(0, most);
  const texts = first.map(({ label, title }) => {
    const params: ApplyFixParams = { uri, position, title };
    return linked ? link(label, applyFixCommand, title, params) : escaped(label);
  });
  const place: VerifyParams = { uri, position };
  const others = linked ? actions.map((action) => link(actionLabels[action], commands[action], undefined, place)) : [];
  return texts.length + others.length === 0 ? undefined : [...texts, ...others].join(" · ");
}

const commands: Readonly<Record<HoverAction, string>> = { verify: verifyCommand, refresh: refreshCommand, connect: connectCommand };

function link(label: string, command: string, title: string | undefined, argument: object): string {
  // Markdown ends an address at a bracket that encodeURIComponent leaves.
  const args = encodeURIComponent(JSON.stringify([argument])).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  const hint = title === undefined ? "" : ` "${escaped(title).replaceAll('"', "&quot;")}"`;
  return `[${escaped(label)}](command:${command}?${args}${hint})`;
}
