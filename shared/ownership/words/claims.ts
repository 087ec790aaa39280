/** What is said of fields that a manifest claims beside others, or without need. */

/** `owners`: who else holds it. */
export const sharedField = (field: string, owners: string, manager: string, object: string): string =>
  `${field} is held by ${owners} with the same value. Applied as ${manager} it is owned together: whoever changes it first conflicts with the other (${object}).`;

/** `value`: the default. */
export const overClaimed = (field: string, value: string, object: string): string =>
  `${field}: ${value} is what the server fills in anyway, written here by an export: it claims the field for you (${object}).`;

/** `managers`: between whom. */
export const contestedField = (field: string, times: number, managers: string, object: string): string =>
  `${field} changed hands ${times} times between ${managers} since it is watched: each undoes what the other writes (${object}).`;
