/** The server that the global setup started, for suites. */
import { inject } from "vitest";
import { type ClusterAddress, type ClusterClient, connect } from "./connect.ts";

declare module "vitest" {
  export interface ProvidedContext {
    clusterAddress: ClusterAddress;
  }
}

export function sharedServer(): ClusterClient {
  return connect(inject("clusterAddress"));
}
