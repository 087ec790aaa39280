/** Why something is not compared with a live object. */

export const notCompared = (reason: string): string => `Not compared with a live object: ${reason}`;
