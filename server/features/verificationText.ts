/** A verification in words, for the editor and the command line alike: one line in sum, then a line per difference. */
import { type Difference, differenceText, isExpected, type Verification } from "../../shared/ownership/verification.ts";
import { counted } from "../../shared/ownership/words.ts";

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
  const details = differences.length > most ? [...told, `and ${differences.length - most} more`] : told;
  const answered = answer.kind === "refused" ? `refuses it: ${answer.message}` : "accepts it";
  if (outcome === "agrees") return { summary: `As predicted, the server ${answered}${expected(differences)}`, details };
  if (outcome === "decided") return { summary: `The server ${answered}`, details: answer.kind === "refused" ? [] : details };
  const unforeseen = differences.filter((difference) => !isExpected(difference));
  const reason = unforeseen.length > 0 ? `, otherwise than predicted in ${counted(unforeseen.length, "place")}` : "";
  return { summary: `The server ${answered}${reason || ", which was not predicted"}`, details };
}

function expected(differences: readonly Difference[]): string {
  const filled = differences.filter(({ cause }) => cause === "defaulted" || cause === "admitted" || cause === "filledIn").length;
  return filled === 0 ? "" : `, and fills in ${counted(filled, "field")}`;
}
