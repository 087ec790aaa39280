/**
 * Schemas as the server publishes them: the index of `/openapi/v3`, then the document of the kind's group-version, kept in memory and on
 * disk under its address, which changes with its content.
 * Invariant: a type is the same object as before, and as the bundled one, as long as it says the same; so a change that does not touch a
 * kind changes nothing for it, and a server of the bundled version costs no memory.
 */
import { printJson } from "../../shared/fieldpath/json.ts";
import { stringAt } from "../../shared/fieldpath/value.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { kindKey, type OpenApiSchema, schemaFromOpenApi } from "../../shared/schema/fromOpenApi.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { sameType } from "../../shared/schema/sameType.ts";
import type { Connection, Got } from "./connection.ts";
import { groupVersionPath } from "./discovery.ts";
import type { SchemaFiles } from "./schemaFiles.ts";
import { shortMemory } from "./shortMemory.ts";

export interface OpenApi {
  /**
   * The schema of a kind; undefined where the server publishes none. Where it can't be asked now, what it said last; "unknown" if nothing yet.
   */
  typeOf(apiVersion: string, kind: string, signal: AbortSignal): Promise<SchemaType | undefined | "unknown">;
  /** The next question reads the index again. */
  refresh(): void;
}

export interface OpenApiOptions {
  /** Documents of earlier runs. */
  readonly files: SchemaFiles | undefined;
  /** Tells servers apart: one can't put a schema under another's name. */
  readonly server: string;
  /** The index is another than the last: kinds may have come, gone or changed. */
  readonly onChange: () => void;
}

/** Half of the minute within which a changed CustomResourceDefinition is noticed. */
const keepIndexMs = 25_000;
/** A document whose address does not tell its content. */
const keepUnnamedMs = 55_000;
const keepDocumentMs = 600_000;
const keepFailureMs = 5_000;
/** Groups of large definitions have documents of many MB; nobody waits that long for them. */
const documentMs = 30_000;
/** Documents that are kept whole; a type that was asked for stays without. */
const mostDocuments = 8;

export function createOpenApi(connection: Connection, { files, server, onChange }: OpenApiOptions): OpenApi {
  const indexes = shortMemory<Got>((answer) => (answer.state === "ok" ? keepIndexMs : keepFailureMs), 1);
  const documents = shortMemory<Document>(({ schema, address }) => (schema === undefined ? keepFailureMs : lifeOf(address)), mostDocuments);
  const types = new Map<string, { readonly address: string | undefined; readonly type: SchemaType | undefined }>();
  let lastIndex: string | undefined;

  async function readIndex(signal: AbortSignal): Promise<Got> {
    const got = await connection.get("/openapi/v3", signal);
    if (got.state !== "ok") return got;
    const index = printJson(got.body);
    if (lastIndex !== undefined && index !== lastIndex) onChange();
    lastIndex = index;
    return got;
  }

  async function readDocument(address: string, signal: AbortSignal): Promise<Document> {
    const key = `${server}\n${address}`;
    const named = isNamed(address);
    const kept = named ? await files?.read(key) : undefined;
    if (kept !== undefined) return { address, schema: schemaFromOpenApi(kept) };
    const got = await connection.send({ path: address, timeoutMs: documentMs }, signal);
    if (got.state !== "ok") return { address, schema: undefined };
    if (named) void files?.write(key, got.body);
    return { address, schema: schemaFromOpenApi(got.body) };
  }

  return {
    async typeOf(apiVersion, kind, signal) {
      const key = kindKey(apiVersion, kind);
      const known = types.get(key);
      const last = known === undefined ? "unknown" : known.type;
      const index = await indexes.get("", signal, readIndex);
      // A server that has no index, or shows it to others only, publishes no schema.
      if (index?.state === "notFound" || index?.state === "denied") return known?.type;
      if (index?.state !== "ok") return last;
      const address = addressIn(index, apiVersion);
      if (known !== undefined && known.address === address && (address === undefined || isNamed(address))) return known.type;
      const document = address === undefined ? undefined : await documents.get(address, signal, (flight) => readDocument(address, flight));
      if (address !== undefined && document?.schema === undefined) return last;
      const fresh = document?.schema && usable(document.schema, key);
      const type = fresh && ([known?.type, bundledKind(apiVersion, kind)?.type].find((one) => one && sameType(one, fresh)) ?? fresh);
      types.set(key, { address, type });
      return type;
    },
    refresh() {
      indexes.clear();
    },
  };
}

interface Document {
  readonly address: string;
  /** Undefined where it could not be read. */
  readonly schema: OpenApiSchema | undefined;
}

/** Only an address of this server is followed. */
function addressIn(index: Extract<Got, { readonly state: "ok" }>, apiVersion: string): string | undefined {
  const address = stringAt(index.body, "paths", groupVersionPath(apiVersion).slice(1), "serverRelativeURL");
  return address?.startsWith("/") ? address : undefined;
}

function isNamed(address: string): boolean {
  return /[?&]hash=./.test(address);
}

function lifeOf(address: string): number {
  return isNamed(address) ? keepDocumentMs : keepUnnamedMs;
}

/** A schema that the server itself could not use is none: it deduces the kind's types. */
function usable({ kinds, problems }: OpenApiSchema, key: string): SchemaType | undefined {
  const type = kinds.get(key);
  const name = type?.type.named;
  return problems.some((problem) => problem.startsWith(`${name}:`) || problem.startsWith(`${name}.`)) ? undefined : type;
}
