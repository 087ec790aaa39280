/** What links in a hover are called. */

/** Of a fix, by its id; undefined: it has no link. What the label leaves out its title says. */
export function fixLabel(id: string, title: string): string | undefined {
  return id === "apply-as" ? title : fixLabels[id];
}

const fixLabels: Readonly<Record<string, string>> = {
  "drop-field": "Drop field",
  "use-live-value": "Use live value",
  "use-live-order": "Use live order",
  "keep-item-key": "Use live key",
  "keep-field": "Write it here",
  "keep-hand-edit": "Keep the edit",
  "rename-field": "Rename",
  "retype-value": "Correct the type",
  "remove-duplicate": "Remove one",
  "remove-field": "Remove field",
  "clean-export": "Clean up",
};

export const actionLabels = { verify: "Verify on server", refresh: "Refresh", connect: "Connect to cluster" } as const;

/** The fix that a link was about is none any more. */
export const fixIsGone = "The text or the live object changed meanwhile: this fix is no longer offered";

/** A question of the editor that it took back, or that we could not answer. */
export const noAnswer = "No longer asked for";
