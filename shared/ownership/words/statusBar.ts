/** The few words of the status bar, and what its tooltip says before the person connects. */

/** Of an answer that says where it is from, beside the place. */
export const stateWords: Readonly<Record<PlacedState, string>> = {
  absent: "not there yet",
  ownersUnknown: "owners unknown",
  denied: "no access",
  signedOut: "signed out",
  unreachable: "unreachable",
  slow: "no answer in time",
  noSuchKind: "no such kind",
  ownersNotTracked: "owners not tracked",
};

/** Of an answer that says nothing of a place. */
export const placelessWords: Readonly<Record<"pending" | "untrusted" | "off", string>> = {
  pending: "reading the live object",
  untrusted: "live objects: workspace not trusted",
  off: "no live object",
};

export const asManager = (manager: string): string => `as ${manager}`;

export const whoApplies = "who applies?";

export const connectTo = (context: string): string => `connect to ${context}`;

export const notConnected = (context: string): string => `Not connected to context ${context}`;

/** `program`: what is run to sign in, if anything. */
export function clickConnects(server: string, program: string | undefined): string {
  return program === undefined
    ? `A click connects: live objects are read from ${server}`
    : `A click connects: live objects are read from ${server}, and ${program} is run to sign in`;
}

export const rememberedHere = "It is remembered on this machine until the context means another server or program";

type PlacedState = "absent" | "ownersUnknown" | "denied" | "signedOut" | "unreachable" | "slow" | "noSuchKind" | "ownersNotTracked";

/** Of a file with several objects. */
export const objectCount = (count: number): string => `${count} objects`;

export const objectCountOf = (count: number, total: number): string => `${count} of ${total} objects`;
