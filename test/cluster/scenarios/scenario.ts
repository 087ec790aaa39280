/**
 * A scenario is data: what was written to one object before, by whom and how, and a manifest that somebody applies now.
 * Each uses an object name of its own, in the namespace of the context, so that all can share one server.
 */

/** One earlier write to the object of the manifest. `by` is the field manager. */
export type Write =
  | { readonly by: string; readonly apply: string; readonly force?: true }
  /** POST of a whole object. */
  | { readonly by: string; readonly create: string }
  /** `kubectl apply` without `--server-side`. */
  | { readonly by: string; readonly applyClientSide: string }
  /** A merge patch, as `kubectl patch --type=merge` sends it. */
  | { readonly by: string; readonly merge: string; readonly subresource?: "status" | "scale" }
  /** As `kubectl set image` sends it. */
  | { readonly by: string; readonly strategic: string }
  /** Another definition of the object's kind; `served`: what its OpenAPI document says from then on. */
  | { readonly by: string; readonly define: string; readonly served: string }
  /** Marks it as being deleted where a finalizer holds it back; else it is gone. */
  | { readonly by: string; readonly delete: true }
  /** Removes all records of ownership, as a restore from a backup does. */
  | { readonly by: string; readonly forgetOwners: true };

export interface Scenario {
  readonly title: string;
  /** Custom resource definitions that must be served first. */
  readonly definitions?: readonly string[];
  readonly history: readonly Write[];
  readonly manifest: string;
  /** Who applies the manifest. */
  readonly manager: string;
  /**
   * What the real server answers, so that a reader need not run it. `paths` in the order of the message.
   * `undecided`: the answer rests on what only the server knows, so we must not claim one.
   */
  readonly expected:
    | { readonly answer: "accepted" | "undecided" }
    | { readonly answer: "refused"; readonly because: string }
    | {
        readonly answer: "conflict";
        readonly paths: readonly string[];
        /** kubectl migrates the entry of a client-side apply into our manager, so a dropped field is deleted. */
        readonly migrates?: true;
      };
}
