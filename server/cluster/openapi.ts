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
  typeOf(apiVersion: string, kind: string, signal: AbortSignal): Promise<Told>;
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

const indexPath = "/openapi/v3";
/** Half of the minute within which a changed CustomResourceDefinition is noticed. */
const keepIndexMs = 25_000;
/** A document whose address does not tell its content. */
const keepUnnamedMs = 55_000;
const keepDocumentMs = 600_000;
const keepFailureMs = 5_000;
/** How old an index may be that a kind is missing from. */
const missingMs = 1_000;
/** Groups of large definitions have documents of many MB; nobody waits that long for them. */
const documentMs = 30_000;
/** Documents that are kept whole; a type that was asked for stays without. */
const mostDocuments = 8;

export function createOpenApi(connection: Connection, { files, server, onChange }: OpenApiOptions): OpenApi {
  const indexes = shortMemory<Index>(({ got }) => (got.state === "ok" ? keepIndexMs : keepFailureMs), 1);
  const documents = shortMemory<Document>(({ schema, address }) => (schema === undefined ? keepFailureMs : lifeOf(address)), mostDocuments);
  const types = new Map<string, { readonly address: string | undefined; readonly type: SchemaType | undefined }>();
  let lastIndex: string | undefined;

  async function readIndex(signal: AbortSignal): Promise<Index> {
    const got = await connection.get(indexPath, signal);
    if (got.state === "ok") {
      const index = printJson(got.body);
      if (lastIndex !== undefined && index !== lastIndex) onChange();
      lastIndex = index;
    }
    return { got, readAt: performance.now() };
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

  /** What an index says of a kind. */
  async function typeIn(index: Got, apiVersion: string, kind: string, signal: AbortSignal): Promise<Told> {
    const key = kindKey(apiVersion, kind);
    const known = types.get(key);
    const last = known === undefined ? "unknown" : known.type;
    // A server that has no index, or shows it to others only, publishes no schema.
    if (index.state === "notFound" || index.state === "denied") return known?.type;
    if (index.state !== "ok") return last;
    const address = addressIn(index, apiVersion);
    if (known !== undefined && known.address === address && (address === undefined || isNamed(address))) return known.type;
    const document = address === undefined ? undefined : await documents.get(address, signal, (flight) => readDocument(address, flight));
    if (address !== undefined && document?.schema === undefined) return last;
    const fresh = document?.schema && usable(document.schema, key);
    const type = fresh && ([known?.type, bundledKind(apiVersion, kind)?.type].find((one) => one && sameType(one, fresh)) ?? fresh);
    types.set(key, { address, type });
    return type;
  }

  return {
    async typeOf(apiVersion, kind, signal) {
      const index = await indexes.get(indexPath, signal, readIndex);
      const told = await typeIn(index?.got ?? unasked, apiVersion, kind, signal);
      // Its definition may be newer than the index.
      if (told !== undefined || index?.got.state !== "ok" || performance.now() - index.readAt < missingMs) return told;
      indexes.forget(index);
      const newer = await indexes.get(indexPath, signal, readIndex);
      return typeIn(newer?.got ?? unasked, apiVersion, kind, signal);
    },
    refresh: indexes.forgetAll,
  };
}

type Told = SchemaType | undefined | "unknown";

interface Index {
  readonly got: Got;
  readonly readAt: number;
}

const unasked: Got = { state: "unreachable", message: "No longer asked for" };

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
