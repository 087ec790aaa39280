/** Why we think to know who applies a file, or what an apply does, and why not. Each goes on after a name or a colon. */

export const inferred = (evidence: string): string => `inferred: ${evidence}`;

export const holds = (fields: number, total: number): string => `holds ${fields} of ${total} fields`;

export const holdsWithMarks = (fields: number, total: number): string => `holds ${fields} of ${total} fields, with Helm's marks`;

export const inLastApplied = (fields: number, total: number): string => `${fields} of ${total} fields are in the last-applied annotation`;

export const asNeighbours = (objects: number, total: number): string => `as ${objects} of ${total} objects of this folder`;

export const byComment = "by the comment in this file";

export const byRules = (path: string): string => `by .field-ownership.yaml, path ${path}`;

export const configured = "as configured";

export const nothingToCompare = "nothing to compare";

export const noLiveObject = "there is no live object that could tell";

export const onlyName = "the file says no more than the object's name";

export const maybeAnother = "the live object of this name may be another one: its record does not fit this file";

export const nobodyHoldsEnough = "no manager holds enough of this file";

/** Why Flux does not apply it. `key`: the annotation that says so. */
export const fluxDisabled = (key: string): string => `Flux leaves it alone: ${key} is disabled`;

export const fluxIgnores = (key: string): string => `Flux leaves it alone: ${key} is Ignore`;

export const fluxOnlyCreates = (key: string): string => `Flux only creates it: ${key} is IfNotPresent`;

/** Why a prediction is none. */
export const noLiveToCompare = "there is no live object to compare with";

export const nobodyKnowsWho = "nobody knows who applies this file";

export const clientSide = (manager: string): string => `${manager} applies it client-side`;

export const filledInDecides = "what is filled in before the apply decides";

export const unknownListsMayConflict = "values that are filled in later, or lists of an unknown kind, may conflict";

export const noSchemaFor = (version: string, kind: string): string => `no schema is known for ${version} ${kind}`;
