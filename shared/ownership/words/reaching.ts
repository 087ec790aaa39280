/** Why no live object could be read. Each reason goes on after "No live object:". */

export const switchedOff = "fieldOwnership.cluster.connect is off";

export const untrusted = "The workspace isn't trusted: no kubeconfig is read and no cluster is asked";

export const nobodyAsked = "no cluster is asked here";

/** `reason`: why no cluster was asked either. */
export const notSaved = (kind: string, name: string, reason: string): string =>
  `fieldOwnership.live.files hold no ${kind} "${name}", and ${reason}`;

export const notConnectedSet = (context: string): string =>
  `not connected to context ${context}: set fieldOwnership.cluster.connect to "auto"`;

export const notConnectedRun = (context: string): string =>
  `not connected to context ${context}: run "Field Ownership: Connect to Cluster"`;

export const noCluster = "No cluster";

export const couldNotAsk = "The cluster could not be asked";

export const notOpen = "The document is not open";

export const noPatch = (version: string, kind: string): string => `The API server of ${version} does not let anybody patch a ${kind}`;

export const noRecords = (version: string, kind: string): string =>
  `The API server of ${version} publishes no schema and keeps no managed fields of a ${kind}`;
