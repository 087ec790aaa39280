/** Schemas of kinds that aren't bundled: the index of `/openapi/v3`, then the document of the kind's group-version, kept by its hash. */
import { stringAt } from "../../shared/fieldpath/value.ts";
import { kindKey, type OpenApiSchema, schemaFromOpenApi } from "../../shared/schema/fromOpenApi.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import type { Connection, Got } from "./connection.ts";
import { groupVersionPath } from "./discovery.ts";
import { shortMemory } from "./shortMemory.ts";

export interface OpenApi {
  /** Undefined where the server publishes none, or does not answer. */
  typeOf(apiVersion: string, kind: string, signal: AbortSignal): Promise<SchemaType | undefined>;
}

/** A changed CustomResourceDefinition is noticed after this time at the latest. */
const keepIndexMs = 60_000;
/** The address of a document changes with its content. */
const keepDocumentMs = 3_600_000;
const keepFailureMs = 5_000;

export function createOpenApi(connection: Connection): OpenApi {
  const indexes = shortMemory<Got>((answer) => (answer.state === "ok" ? keepIndexMs : keepFailureMs), 1);
  const documents = shortMemory<OpenApiSchema | undefined>((schema) => (schema === undefined ? keepFailureMs : keepDocumentMs), 20);

  async function read(url: string, signal: AbortSignal): Promise<OpenApiSchema | undefined> {
    const got = await connection.get(url, signal);
    return got.state === "ok" ? schemaFromOpenApi(got.body) : undefined;
  }

  return {
    async typeOf(apiVersion, kind, signal) {
      const index = await indexes.get("", signal, (flight) => connection.get("/openapi/v3", flight));
      if (index?.state !== "ok") return undefined;
      const url = stringAt(index.body, "paths", groupVersionPath(apiVersion).slice(1), "serverRelativeURL");
      if (!url?.startsWith("/")) return undefined;
      const schema = await documents.get(url, signal, (flight) => read(url, flight));
      return schema?.kinds.get(kindKey(apiVersion, kind));
    },
  };
}
