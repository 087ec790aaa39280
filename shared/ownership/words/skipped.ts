/** Why something is not compared with a live object. Each reason goes on after "Not compared with a live object:". */

export const notCompared = (reason: string): string => `Not compared with a live object: ${reason}`;

export const notComparedShort = "not compared";

export const overlayInput = (overlay: string): string => `input of the overlay ${overlay}, which changes it before it is applied`;

export const kustomization = "a kustomization, which is built before it is applied";

export const chartValues = "values of a Helm chart";

export const chartDescription = "the description of a Helm chart";

export const chartTemplate = "a template of a Helm chart, which is rendered before it is applied";

export const template = "a template, which is rendered before it is applied";

export const encrypted = "encrypted with SOPS";

export const tooLarge = "larger than 3 MiB: not analysed";

export const doesNotParse = "does not parse";

export const noObject = "no Kubernetes object";

export const liveObject = "this is a live object";

export const namePlaceholder = (text: string): string => `"${text}" is filled in before the file is applied`;

export const noName = "the object has no name";

export const nameMadeUp = "the server makes the name up (generateName)";

export const hook = (annotation: string): string => `a hook (${annotation}): not compared with the live object`;

export const atLine = (line: number, problem: string): string => `line ${line}: ${problem}`;

/** The few words of the status bar. */
export const shortWords = {
  template: "template: render first",
  encrypted: "encrypted",
  broken: "does not parse",
  tooLarge: "too large to analyse",
} as const;

export const liveObjectShort = "live object";

export const liveObjectHint = "A live object: hovers show who owns its fields.";

export const brokenRulesShort = ".field-ownership.yaml is broken";
