/** What the last answers of a server say about the next request: send it, or answer at once that it is not worth sending yet. */

import type { Failed } from "./connection.ts";
import type { Limits } from "./limits.ts";
import type { Credentials } from "./requestOptions.ts";
import { createRests } from "./rests.ts";

export interface Health {
  /** What to answer without a request. Other credentials than refused ones are worth one. */
  resting(using: Credentials): Failed | undefined;
  /** The server answered. */
  answered(): void;
  /** It asks to wait. */
  asksToWait(answer: Failed, ms: number | undefined): Failed;
  /** It does not accept these credentials. */
  refused(answer: Failed, used: Credentials): Failed;
  /** It cannot be reached. */
  unreached(answer: Failed): Failed;
  /** The person asks to try again now. */
  forget(): void;
  /** No answer in time: one may be the object's own fault, two in a row are the server's. */
  late(answer: Failed): Failed;
}

export function createHealth(limits: Limits): Health {
  const rests = createRests(limits.restMs, limits.longestRestMs);
  let failure: Failed | undefined;
  let refusedOnes: Credentials | undefined;
  let lateInARow = 0;

  function rest(answer: Failed, leastMs?: number): Failed {
    failure = answer;
    rests.begin(leastMs);
    return { ...answer, retryAfterMs: Math.ceil(rests.left()) };
  }

  const answered = (): void => {
    lateInARow = 0;
    failure = undefined;
    rests.end();
  };

  return {
    resting(using) {
      const left = rests.left();
      if (failure === undefined || left === 0 || (failure.state === "signedOut" && using !== refusedOnes)) return undefined;
      return { ...failure, retryAfterMs: Math.ceil(left) };
    },
    answered,
    forget: answered,
    asksToWait(answer, ms) {
      lateInARow = 0;
      return rest(answer, ms);
    },
    refused(answer, used) {
      lateInARow = 0;
      refusedOnes = used;
      return rest(answer);
    },
    unreached: (answer) => rest(answer),
    late: (answer) => (++lateInARow > 1 ? rest(answer) : answer),
  };
}
