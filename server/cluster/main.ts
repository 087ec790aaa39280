/** Entry of the cluster bundle: loaded at the first trusted request, so that what only clusters need costs nothing before. */
import { createCluster as createWith } from "./cluster.ts";
import type { Cluster } from "./ports.ts";
import { createSchemaFiles, schemaFolder } from "./schemaFiles.ts";

/** The clusters, with the schemas of earlier runs. */
export function createCluster(): Cluster {
  return createWith(createSchemaFiles({ folder: schemaFolder() }));
}
