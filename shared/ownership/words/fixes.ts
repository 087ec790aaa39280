/** Titles of fixes that edit the manifest. Names, paths and values come as they are to be shown. */
import { counted, plural } from "../words.ts";

export const appliedAs = (manager: string): string => `Applied as ${manager} (adds a comment)`;

export const cleansExport = (fields: number): string => `Remove what only the server sets (${counted(fields, "field")})`;

/** `consequence`: one of the sentences below. */
export const drops = (field: string, consequence: string): string => `Drop ${field} (${consequence})`;

export const thenDeleted = (owners: string): string => `owned by ${owners}: the next kubectl apply --server-side deletes the live field`;

export const thenReset = (owners: string, fallback: string): string =>
  `owned by ${owners}: the next kubectl apply --server-side resets it to its default ${fallback}`;

export const thenGone = (owners: string): string =>
  `owned by ${owners}: the next kubectl apply --server-side deletes the live field or resets it to a default`;

export const thenInvalid = (owners: string, kind: string): string =>
  `owned by ${owners}; without it this manifest alone is no valid ${kind}`;

/** `count`: of the owners. */
export const thenKept = (owners: string, count: number, value: string): string =>
  plural(count, `owned by ${owners}, which keeps ${value}`, `owned by ${owners}, which keep ${value}`);

/** Of a value too long to show. */
export const thenKeptWhole = (owners: string, count: number): string =>
  plural(count, `owned by ${owners}, which keeps it`, `owned by ${owners}, which keep it`);

export const dropsAll = (fields: number): string => `Drop all ${fields} conflicting fields in this document`;

export const dropsSome = (fields: number, total: number): string => `Drop ${fields} of ${total} conflicting fields in this document`;

export const lookFirst = (title: string, fields: string): string => `${title} (look at ${fields} first)`;

export const usesLive = (field: string, value: string): string => `Use the live value ${value} of ${field}`;

export const usesLiveList = (field: string): string => `Use the live value of ${field}`;

export const usesLiveMap = (field: string): string => `Use the live values of ${field}`;

export const usesSpelling = (field: string, value: string): string => `Use live's spelling ${value} of ${field}`;

export const usesSpellings = (field: string): string => `Use live's spelling of ${field}`;

export const usesLiveOrder = (list: string): string => `Use the live order of ${list}`;

/** Behind one of the titles of live values and spellings. */
export const ownedTogether = (title: string, owners: string): string => `${title} (owned together with ${owners})`;

export const writesField = (field: string, value: string): string => `Write it into this file (${field}: ${value})`;

export const writesFields = (count: number): string => `Write it into this file (${counted(count, "field")})`;

export const keepsEdit = (field: string, value: string): string => `Keep the edit in this file (${field}: ${value})`;

export const keepsEdits = (count: number): string => `Keep the edit in this file (${counted(count, "field")})`;

export const keepsOldKey = (keys: string): string => `Keep the item's old key (${keys})`;

export const writesLiveKey = (keys: string): string => `Write the key that the live item has (${keys})`;

export const keyWithValue = (key: string, value: string): string => `${key}: ${value}`;

export const removes = (field: string): string => `Remove ${field}`;

export const removesUnsent = (key: string): string => `Remove this ${key}, which is not sent`;

export const removesAlike = (item: string): string => `Remove this ${item}, which is written alike above`;

export const removesLater = (item: string): string => `Remove this ${item}, keep the one above`;

export const removesFirst = (item: string): string => `Remove the first ${item}, keep this one`;

export const renames = (name: string): string => `Rename to ${name}`;

/** `text`: undefined where it is secret. */
export const quotes = (text: string | undefined): string => (text === undefined ? "Quote it" : `Quote it: ${text}`);

export const unquotes = (text: string | undefined): string => (text === undefined ? "Take the quotes off" : `Take the quotes off: ${text}`);

export const fixesAll = (findings: number): string => `Fix all that is safe (${counted(findings, "finding")})`;
