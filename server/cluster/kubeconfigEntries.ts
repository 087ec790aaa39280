/**
 * The entries of one kubeconfig file with their types, as kubectl decodes them: a field of a wrong type is a problem, an unknown field
 * is not, null is absent, files start beside the kubeconfig. Counterpart in Go: client-go tools/clientcmd/api/v1, ResolveLocalPaths.
 */
import path from "node:path";
import { printJson } from "../../shared/fieldpath/json.ts";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";

/** Empty texts mean absent, as in Go. */
export interface ClusterEntry {
  readonly name: string;
  /** Equal for equal entries. */
  readonly identity: string;
  readonly server: string;
  readonly tlsServerName: string;
  readonly insecure: boolean;
  readonly authorityFile: string;
  readonly authorityData: string;
  readonly proxyUrl: string;
  readonly compress: boolean;
  /** What a plugin that asks for it is told besides: the extension `client.authentication.k8s.io/exec`. */
  readonly pluginConfig: Value | undefined;
}

export interface UserEntry {
  readonly name: string;
  /** Equal for equal entries. */
  readonly identity: string;
  readonly certificateFile: string;
  readonly certificateData: string;
  readonly keyFile: string;
  readonly keyData: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly username: string;
  readonly password: string;
  readonly as: string;
  readonly asUid: string;
  readonly asGroups: readonly string[];
  readonly asExtra: readonly (readonly [key: string, values: readonly string[]])[];
  readonly authProvider: { readonly name: string; readonly config: ReadonlyMap<string, string> } | undefined;
  readonly exec: ExecSpec | undefined;
}

/** A program that gives credentials. */
export interface ExecSpec {
  readonly apiVersion: string;
  /** With a path it is absolute; a bare name is looked up in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string;
}

export interface ContextEntry {
  readonly name: string;
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string;
}

/** Adds what is wrong to `problems`. */
export function clusterEntry(name: string, body: ValueMap, folder: string, problems: string[]): ClusterEntry {
  const field = fieldsOf(body, folder, `cluster "${name}"`, problems);
  const extensions = field.list("extensions").find((item) => stringAt(item, "name") === "client.authentication.k8s.io/exec");
  return {
    name,
    identity: identityOf(body, folder),
    server: field.text("server"),
    tlsServerName: field.text("tls-server-name"),
    insecure: field.flag("insecure-skip-tls-verify"),
    authorityFile: field.file("certificate-authority"),
    authorityData: field.data("certificate-authority-data"),
    proxyUrl: field.text("proxy-url"),
    compress: !field.flag("disable-compression"),
    pluginConfig: valueAt(extensions, "extension"),
  };
}

export function userEntry(name: string, body: ValueMap, folder: string, problems: string[]): UserEntry {
  const field = fieldsOf(body, folder, `user "${name}"`, problems);
  const provider = field.map("auth-provider");
  const providerField = provider && fieldsOf(provider, folder, `auth-provider of user "${name}"`, problems);
  const config = providerField?.map("config") ?? new Map<string, Value>();
  const configField = fieldsOf(config, folder, `auth-provider of user "${name}"`, problems);
  const exec = field.map("exec");
  return {
    name,
    identity: identityOf(body, folder),
    certificateFile: field.file("client-certificate"),
    certificateData: field.data("client-certificate-data"),
    keyFile: field.file("client-key"),
    keyData: field.data("client-key-data"),
    token: field.text("token"),
    tokenFile: field.file("tokenFile"),
    username: field.text("username"),
    password: field.text("password"),
    as: field.text("as"),
    asUid: field.text("as-uid"),
    asGroups: field.texts("as-groups"),
    asExtra: extraOf(field.map("as-user-extra"), name, problems),
    authProvider: providerField && {
      name: providerField.text("name"),
      config: new Map([...config.keys()].map((key) => [key, configField.text(key)])),
    },
    exec: exec && execSpec(exec, folder, name, problems),
  };
}

export function contextEntry(name: string, body: ValueMap, folder: string, problems: string[]): ContextEntry {
  const field = fieldsOf(body, folder, `context "${name}"`, problems);
  return { name, cluster: field.text("cluster"), user: field.text("user"), namespace: field.text("namespace") };
}

function identityOf(body: ValueMap, folder: string): string {
  return `${folder}\n${printJson(body)}`;
}

function execSpec(body: ValueMap, folder: string, user: string, problems: string[]): ExecSpec {
  const field = fieldsOf(body, folder, `exec of user "${user}"`, problems);
  const command = field.text("command");
  const env = field.list("env").map((item) => {
    const variable = fieldsOf(isMap(item) ? item : new Map(), folder, `exec env of user "${user}"`, problems);
    return [variable.text("name"), variable.text("value")] as const;
  });
  return {
    apiVersion: field.text("apiVersion"),
    command: command.includes(path.sep) || command.includes("/") ? path.resolve(folder, command) : command,
    args: field.texts("args"),
    env,
    installHint: field.text("installHint"),
    provideClusterInfo: field.flag("provideClusterInfo"),
    interactiveMode: field.text("interactiveMode"),
  };
}

function extraOf(body: ValueMap | undefined, user: string, problems: string[]): UserEntry["asExtra"] {
  if (body === undefined) return [];
  const field = fieldsOf(body, "", `as-user-extra of user "${user}"`, problems);
  return [...body.keys()].map((key) => [key, field.texts(key)]);
}

/** Readers of fields; a field of another type is read as absent and is a problem, which never quotes the value. */
function fieldsOf(
  body: ValueMap,
  folder: string,
  where: string,
  problems: string[],
): {
  readonly text: (key: string) => string;
  readonly flag: (key: string) => boolean;
  readonly list: (key: string) => readonly Value[];
  readonly map: (key: string) => ValueMap | undefined;
  readonly texts: (key: string) => readonly string[];
  readonly file: (key: string) => string;
  readonly data: (key: string) => string;
} {
  function typed<T extends Value>(key: string, is: (value: Value | undefined) => value is T, what: string): T | undefined {
    const value = valueAt(body, key);
    if (is(value)) return value;
    if (value !== undefined && value !== null) problems.push(`${key} of ${where} is not ${what}`);
    return undefined;
  }
  const text = (key: string): string => typed(key, isText, "a string") ?? "";
  const list = (key: string): readonly Value[] => typed(key, isList, "a list") ?? [];
  return {
    text,
    list,
    flag: (key) => typed(key, isFlag, "true or false") ?? false,
    map: (key) => typed(key, isMap, "a map"),
    texts: (key) =>
      list(key).map((item) => {
        if (typeof item !== "string" && item !== null) problems.push(`${key} of ${where} holds something else than strings`);
        return typeof item === "string" ? item : "";
      }),
    file: (key) => {
      const file = text(key);
      return file === "" ? "" : path.resolve(folder, file);
    },
    data: (key) => {
      const data = text(key).replace(/[\r\n]/g, "");
      if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) problems.push(`${key} of ${where} is not base64`);
      return data;
    },
  };
}

function isText(value: Value | undefined): value is string {
  return typeof value === "string";
}

function isFlag(value: Value | undefined): value is boolean {
  return typeof value === "boolean";
}
