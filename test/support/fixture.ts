/**
 * Fixture texts in sections:
 *
 *     //- manifest manager=ci            also: with=client-side, force=on, manager=auto (inferred), namespace=other (by -n), levels=CODE:hint
 *     kind: Deployment
 *     spec:
 *       replicas: 3
 *       ^^^^^^^^ error apply-conflict 💡 words of the message
 *     //- live age=3h                    also: state=absent or stale, context=prod, records=unreadable, space=missing (its namespace)
 *     spec:
 *       replicas: 5    # @kube-controller-manager=Update/scale
 *     //- watched                        versions of the live object that were seen before it, with --- between them
 *     //- before                         what a document before this one says of the object
 *     //- schema                         of a custom kind, in structured-merge-diff's notation; its root is the type "root"
 *     //- definition                     or the OpenAPI schema of it, as a CustomResourceDefinition has it
 *
 * `$0` is the cursor. In YAML, where apiVersion, kind (of the live object), metadata.name and metadata.namespace are absent they are filled in.
 */

import type { Value } from "../../shared/fieldpath/value.ts";
import { readText } from "../../shared/manifest/documentValues.ts";
import type { ManifestDocument } from "../../shared/manifest/model.ts";
import { parseDocument } from "../../shared/manifest/parseDocument.ts";
import { decodeLive } from "../../shared/ownership/decodeLive.ts";
import { handOversAfter } from "../../shared/ownership/handOvers.ts";
import { inferApplier } from "../../shared/ownership/inferApplier.ts";
import type { Applier, HandOver, Level, Levels, LiveAnswer, Snapshot } from "../../shared/ownership/snapshot.ts";
import { bundledKinds } from "../../shared/schema/bundled.ts";
import { kindsOfCrd } from "../../shared/schema/fromCrd.ts";
import { schemaFromSmd } from "../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { evaluate } from "../../shared/yaml/evaluate.ts";
import { readOwnerComments } from "./ownerComments.ts";
import { applier, kindOf, now, objectOf, savedLive, snapshot } from "./snapshots.ts";

export interface Fixture {
  /** The manifest without marks and cursor. */
  readonly text: string;
  readonly document: ManifestDocument;
  /** One per object of the manifest. */
  readonly snapshots: readonly Snapshot[];
  readonly cursor: number | undefined;
  readonly expected: readonly ExpectedFinding[];
}

export interface ExpectedFinding {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly severity: string;
  readonly code: string;
  readonly fixable: boolean;
  /** Must stand in the message. */
  readonly words: string;
}

export function readFixture(source: string): Fixture {
  const sections = sectionsOf(source);
  const manifest = sections.get("manifest");
  if (manifest === undefined) throw new Error("a fixture needs a manifest section");
  const { text, cursor, expected } = readMarks(filledIn(manifest.text));
  const document = parseDocument(text);
  const type = typeOf(sections);
  const snapshots = document.objects.map((object) => {
    const kind = kindOf(object.apiVersion, object.kind, type);
    const answer = liveAnswer(sections.get("live"), object.kind, object.apiVersion, kind.type);
    const live = afterWatching(answer, sections.get("watched"), object.kind, object.apiVersion, kind.type);
    const as = applierOf(manifest.options, object.value, live, kind);
    const before = sections.get("before");
    const levels = levelsOf(manifest.options.get("levels"));
    const given = { ...snapshot(document, object, live, as, kind), ...namespaceOf(sections), levels };
    return before === undefined ? given : { ...given, twins: { before: objectOf(filledIn(before.text)), after: 0 } };
  });
  return { text, document, snapshots, cursor, expected };
}

/** The type of a custom kind. */
function typeOf(sections: ReadonlyMap<string, Section>): SchemaType | undefined {
  const [schema, definition] = [sections.get("schema"), sections.get("definition")];
  if (schema !== undefined) return { schema: schemaFromSmd(yamlValue(schema.text)), type: { named: "root" } };
  if (definition === undefined) return undefined;
  const version = new Map<string, Value>([
    ["name", "v1"],
    ["schema", new Map([["openAPIV3Schema", yamlValue(definition.text)]])],
  ]);
  const names = new Map([["kind", "Widget"]]);
  return kindsOfCrd(
    new Map([
      [
        "spec",
        new Map<string, Value>([
          ["group", "example.dev"],
          ["names", names],
          ["versions", [version]],
        ]),
      ],
    ]),
  )[0]?.type;
}

/** The manifest as a fixture would have it: filled in, so that a fix's result can be compared. */
export function filledIn(text: string, kindName?: string, version?: string): string {
  if (text.startsWith("{")) return text;
  const kind = kindName ?? /^kind: *(\w+)/m.exec(text)?.[1] ?? "ConfigMap";
  const apiVersion = version ?? versionOf(kind);
  const head = [
    /^\uFEFF?apiVersion:/m.test(text) ? "" : `apiVersion: ${apiVersion}\n`,
    /^kind:/m.test(text) ? "" : `kind: ${kind}\n`,
    /^metadata:/m.test(text) ? "" : "metadata: { name: web, namespace: shop }\n",
  ];
  const named = /^metadata:[^\n]*\n(?: +.*\n)*? +name:/m.test(text)
    ? text
    : text.replace(/^metadata:\n/m, "metadata:\n  name: web\n  namespace: shop\n");
  return head.join("") + named;
}

interface Section {
  readonly options: ReadonlyMap<string, string>;
  readonly text: string;
}

function sectionsOf(source: string): ReadonlyMap<string, Section> {
  const sections = new Map<string, Section>();
  for (const part of source.split(/^\/\/- /m).slice(1)) {
    const [head = "", ...lines] = part.split("\n");
    const [name = "", ...options] = head.trim().split(/\s+/);
    sections.set(name, { options: new Map(options.map((option) => option.split("=") as [string, string])), text: lines.join("\n") });
  }
  return sections;
}

function readMarks(source: string): Pick<Fixture, "text" | "cursor" | "expected"> {
  const lines: string[] = [];
  const expected: ExpectedFinding[] = [];
  for (const line of source.split("\n")) {
    const mark = /^( *)(\^+) (\w+) ([\w.-]+)( 💡)?(?: (.*))?$/u.exec(line);
    if (mark === null) lines.push(line);
    else {
      const [, indent = "", carets = "", severity = "", code = "", bulb, words = ""] = mark;
      expected.push({
        line: lines.length - 1,
        column: indent.length,
        length: carets.length,
        severity,
        code,
        fixable: bulb !== undefined,
        words,
      });
    }
  }
  const text = lines.join("\n");
  const cursor = text.indexOf("$0");
  return { text: text.replace("$0", ""), cursor: cursor < 0 ? undefined : cursor, expected };
}

function liveAnswer(section: Section | undefined, kind: string, apiVersion: string, type: SchemaType): LiveAnswer {
  const context = section?.options.get("context");
  const source = context === undefined ? ({ from: "file", file: "live.yaml" } as const) : clusterSource(context, section?.options);
  const state = section === undefined ? "absent" : section.options.get("state");
  if (state === "absent") return { state, source };
  if (state === "denied" || state === "unreachable" || state === "slow" || state === "noSuchKind")
    return { state, source, message: `the cluster is ${state}` };
  if (section === undefined) throw new Error("unreachable");
  const text = filledIn(section.text, kind, apiVersion);
  const hours = section.options.get("age");
  const time = hours === undefined ? undefined : new Date(now - Number.parseInt(hours, 10) * 3_600_000).toISOString();
  const object = state === "ownersUnknown" ? objectOf(text) : readOwnerComments(text, type, time);
  const answer = section.options.get("records") === "unreadable" ? unreadable(savedLive(object)) : savedLive(object);
  if (answer.state !== "live") return answer;
  return state === "stale" ? { ...answer, source, readAt: now - 180_000, stale: unreachable } : { ...answer, source };
}

/** The live object after others that were seen before it. */
function afterWatching(live: LiveAnswer, watched: Section | undefined, kind: string, apiVersion: string, type: SchemaType): LiveAnswer {
  if (live.state !== "live" || watched === undefined) return live;
  const before = watched.text
    .split(/^---\n/m)
    .map((text) => decodeLive(readOwnerComments(filledIn(text, kind, apiVersion), type, undefined)));
  let handOvers: readonly HandOver[] = [];
  for (const [index, version] of before.entries()) handOvers = handOversAfter(handOvers, version, before[index + 1] ?? live.live);
  return { ...live, handOvers };
}

/** What is wrong with the namespace. */
function namespaceOf(sections: ReadonlyMap<string, Section>): Pick<Snapshot, "namespaceFlag" | "namespaceTrouble"> {
  const flag = sections.get("manifest")?.options.get("namespace");
  const trouble = sections.get("live")?.options.get("space");
  return {
    ...(flag !== undefined && { namespaceFlag: flag }),
    ...((trouble === "missing" || trouble === "terminating") && { namespaceTrouble: trouble }),
  };
}

const unreachable = { state: "unreachable", message: "10.0.0.1 cannot be reached" } as const;

function unreadable(answer: LiveAnswer): LiveAnswer {
  if (answer.state !== "live") return answer;
  return { ...answer, live: { ...answer.live, managedFields: [], problems: ["record 2: no FieldsV1"] } };
}

function clusterSource(context: string, options: ReadonlyMap<string, string> | undefined) {
  return { from: "cluster", context, namespace: "shop", namespaceAssumed: options?.get("namespace") === "assumed" } as const;
}

function applierOf(
  options: ReadonlyMap<string, string>,
  object: Snapshot["object"]["value"],
  live: LiveAnswer,
  kind: Snapshot["kind"],
): Applier {
  const manager = options.get("manager") ?? "ci";
  if (manager === "auto") return inferApplier({ objects: [object], live: "live" in live ? live.live : undefined, kind, vote: undefined });
  const way = options.get("with");
  if (way === "client-side" || way === "helm3") return applier(manager, { with: way, force: null });
  return applier(manager, { force: options.get("force") === "on" });
}

function levelsOf(option: string | undefined): Levels {
  const [code, level] = option?.split(":") ?? [];
  return code === undefined || level === undefined ? {} : { [code]: level as Level };
}

/** The version at which the bundled schema knows the kind. */
function versionOf(kind: string): string {
  const versions = bundledKinds().filter((known) => known.kind === kind);
  return (versions.find(({ apiVersion }) => /(^|\/)v\d+$/.test(apiVersion)) ?? versions[0])?.apiVersion ?? "example.dev/v1";
}

/** YAML that is no Kubernetes object. */
function yamlValue(text: string): Value {
  const [root] = readText(text).roots;
  return root === undefined ? null : evaluate(root).value;
}
