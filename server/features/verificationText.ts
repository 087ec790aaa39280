/** A verification in words, for the editor and the command line alike: one line in sum, then a line per difference. */
import { type Difference, differenceText, isExpected, type Verification } from "../../shared/ownership/verification.ts";
import * as words from "../../shared/ownership/words/verifying.ts";

export interface VerificationText {
  /** "As predicted, the server accepts it" */
  readonly summary: string;
  /** One finished sentence each. */
  readonly details: readonly string[];
}

/** At most so many differences are told one by one. */
const most = 20;

export function verificationText({ outcome, answer, differences }: Verification): VerificationText {
  const told = differences.slice(0, most).map(differenceText);
  const details = differences.length > most ? [...told, words.andMore(differences.length - most)] : told;
  return {
    summary: summary(outcome, answerText(answer), differences),
    details: outcome === "decided" && answer.kind === "refused" ? [] : details,
  };
}

function answerText(answer: Verification["answer"]): string {
  return answer.kind === "refused" ? words.refuses(answer.message) : words.accepts;
}

function summary(outcome: Verification["outcome"], answer: string, differences: readonly Difference[]): string {
  if (outcome === "decided") return words.answered(answer);
  if (outcome === "agrees") {
    const filled = differences.filter(({ cause }) => cause === "defaulted" || cause === "admitted" || cause === "filledIn").length;
    return filled === 0 ? words.asPredicted(answer) : words.asPredictedFilledIn(answer, filled);
  }
  const unforeseen = differences.filter((difference) => !isExpected(difference)).length;
  return unforeseen > 0 ? words.answeredOtherwise(answer, unforeseen) : words.answeredUnforeseen(answer);
}
