/** The server that the global setup started, for suites. */
import { inject } from "vitest";
import { type ClusterAddress, type ClusterClient, connect } from "./connect.ts";

declare module "vitest" {
  export interface ProvidedContext {
    clusterAddress: ClusterAddress;
    /** The folder of Helm and of what applies as Flux does. */
    deployers: string;
  }
}

export function sharedServer(): ClusterClient {
  return connect(inject("clusterAddress"));
}
