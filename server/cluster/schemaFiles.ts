/**
 * OpenAPI documents on disk, under names that change with their content, so that a warm start reads nothing but the index of the server.
 * Invariants: a file that is not whole is as good as none; nothing here ever fails the caller; the folder is bounded in size and age.
 * Only schemas are kept, never objects.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseJson, printJson } from "../../shared/fieldpath/json.ts";
import { isList, isMap, type Value, valueAt } from "../../shared/fieldpath/value.ts";

export interface SchemaFiles {
  /** The document kept under this key, undefined where there is none or it is damaged. */
  read(key: string): Promise<Value | undefined>;
  /** Keeps what a schema is made from. Resolves when it is on disk, or cannot be. */
  write(key: string, document: Value): Promise<void>;
}

export interface SchemaFilesOptions {
  readonly folder: string;
  /** Bytes of all files; default 64 MiB, which hundreds of clusters don't fill. */
  readonly mostBytes?: number;
  /** How long a file is kept that nobody reads, in ms; default 30 days. */
  readonly keepMs?: number;
}

const dayMs = 86_400_000;
/** Changes when the form of the files does. */
const suffix = ".schema1.json";

export function createSchemaFiles({ folder, mostBytes = 64 * 1024 * 1024, keepMs = 30 * dayMs }: SchemaFilesOptions): SchemaFiles {
  const fileOf = (key: string): string => path.join(folder, `${digest(key)}${suffix}`);
  let cleaning: Promise<void> | undefined;

  async function write(file: string, text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomUUID()}`;
    try {
      await writeFile(draft, `${digest(text)}\n${text}`, { mode: 0o600, flag: "wx" });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  return {
    async read(key) {
      const file = fileOf(key);
      try {
        const [sum, text = ""] = splitOnce(await readFile(file, "utf8"));
        if (sum !== digest(text)) return undefined;
        await touch(file);
        return parseJson(text, "copies").value;
      } catch {
        return undefined;
      }
    },
    async write(key, document) {
      try {
        await write(fileOf(key), printJson(new Map([["components", withoutProse(valueAt(document, "components") ?? null)]])));
        cleaning ??= clean(folder, mostBytes, keepMs).finally(() => {
          cleaning = undefined;
        });
        await cleaning;
      } catch {
        // No room, no permission: the server will be asked again.
      }
    },
  };
}

/** Where a person's programs keep what they can do without. */
export function schemaFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = os.homedir(),
): string {
  const ofSystem = platform === "win32" ? env.LOCALAPPDATA : platform === "darwin" ? undefined : env.XDG_CACHE_HOME;
  const usual = { win32: ["AppData", "Local"], darwin: ["Library", "Caches"] }[platform as string] ?? [".cache"];
  const base = ofSystem && path.isAbsolute(ofSystem) ? ofSystem : path.join(home, ...usual);
  return path.join(base, "kubernetes-field-ownership", "schemas");
}

/** Half of a document are descriptions of types; fields that are named `description` stay, since theirs are no strings. */
function withoutProse(document: Value): Value {
  if (isList(document)) return document.map(withoutProse);
  if (!isMap(document)) return document;
  const copy = new Map<string, Value>();
  for (const [key, value] of document) {
    if (key !== "description" || typeof value !== "string") copy.set(key, key === "default" ? value : withoutProse(value));
  }
  return copy;
}

/** Removes what is too old, then the longest unread until the rest fits. Other programs' files are left alone. */
async function clean(folder: string, mostBytes: number, keepMs: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.includes(suffix));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { name, size, mtimeMs };
    }),
  );
  let bytes = 0;
  for (const { name, size, mtimeMs } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    // A draft of a process that ended on the way is of no use to anybody soon after.
    const keep = name.endsWith(suffix) ? keepMs : Math.min(keepMs, dayMs);
    if (bytes > mostBytes || Date.now() - mtimeMs > keep) await rm(path.join(folder, name), { force: true });
  }
}

/** Notes that a file is in use, once a day. */
async function touch(file: string): Promise<void> {
  const { mtimeMs } = await stat(file);
  const now = new Date();
  if (now.getTime() - mtimeMs > dayMs) await utimes(file, now, now);
}

function splitOnce(text: string): readonly string[] {
  const end = text.indexOf("\n");
  return end < 0 ? [text] : [text.slice(0, end), text.slice(end + 1)];
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
