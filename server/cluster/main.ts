/** Entry of the cluster bundle: loaded at the first trusted request, so that client-node costs nothing before. */
export { createCluster } from "./cluster.ts";
