/** What is said of verifying on the server: before it, of its outcome, and of each difference. */
import { counted } from "../words.ts";

export const lensTitle = "Verify on server";

export const lensRunning = "Verifying on server …";

export const lensAccepted = "Server accepts it, as predicted";

export const lensRefused = "Server refuses it, as predicted";

export const lensTitles = {
  differs: "Server disagrees: verify again",
  decided: "Server answered",
  failed: "Not verified: try again",
} as const;

interface Plan {
  readonly object: string;
  readonly context: string;
  readonly as: string;
}

export const question = ({ object, context, as }: Plan): string => `Verify ${object} on context ${context}, applied as ${as}?`;

export const questionDetail = (server: string): string => `It is sent to ${server} as a dry run, which changes nothing.`;

export const withForce = (manager: string): string => `${manager} with force`;

export const notVerified = (problem: string): string => `Not verified: ${problem}`;

export const changedMeanwhile = "What would be sent where changed meanwhile: verify again";

export const notOfCluster = "It is not compared with an object of a cluster";

export const noObjectHere = "There is no Kubernetes object here";

export const textChanged = "The text changed";

export const textBroken = "The text does not parse";

export const comparedWithSaved = (file: string): string => `It is compared with the saved ${file}, not with a cluster`;

export const notReadYet = "The live object was not read yet";

export const appliedClientSide = (manager: string): string =>
  `${manager} applies it client-side: a dry run of a server-side apply would answer another question`;

export const filledInLater = "The text holds values that are filled in before it is applied";

/** `answer`: one of the two below. */
export const asPredicted = (answer: string): string => `As predicted, the server ${answer}`;

export const asPredictedFilledIn = (answer: string, fields: number): string =>
  `As predicted, the server ${answer}, and fills in ${counted(fields, "field")}`;

export const answered = (answer: string): string => `The server ${answer}`;

export const answeredOtherwise = (answer: string, places: number): string =>
  `The server ${answer}, otherwise than predicted in ${counted(places, "place")}`;

export const answeredUnforeseen = (answer: string): string => `The server ${answer}, which was not predicted`;

export const accepts = "accepts it";

export const refuses = (message: string): string => `refuses it: ${message}`;

export const andMore = (count: number): string => `and ${count} more`;

/** `cause`: a conflict in the server's words. */
export const conflictMissed = (field: string, cause: string): string => `${field}: ${cause}, which was not foreseen`;

export const conflictNotThere = (field: string, cause: string): string => `${field}: no ${cause}, as was foreseen`;

export const ownersDiffer = (manager: string, operation: string, fields: string): string =>
  `${manager} (${operation}) would own other fields than foreseen: ${fields}`;

/** Of a value that differs, by why it does. */
export const additions = {
  defaulted: (field: string, value: string): string => `${field}: ${value} by default`,
  admitted: (field: string, value: string): string => `${field}: ${value}, put in by admission`,
  filledIn: (field: string, value: string): string => `${field}: ${value}, filled in by a default or by admission`,
  canonical: (field: string, value: string): string => `${field}: stored as ${value}, the same in canonical form`,
} as const;

export const notWritten = (field: string): string => `${field}: not written by this endpoint`;

export const changedThere = (field: string, value: string, predicted: string): string =>
  `${field}: ${value} instead of ${predicted}, changed by admission or a conversion`;
