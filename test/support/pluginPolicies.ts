/** Files kuberc, and whether kubectl runs the plugin `/usr/bin/env` with them. */
export const pluginPolicies: readonly (readonly [name: string, fields: string, command: string, runs: boolean])[] = [
  ["no policy", "", "env", true],
  ["all", "credentialPluginPolicy: AllowAll", "env", true],
  ["none", "credentialPluginPolicy: DenyAll", "env", false],
  ["an unknown policy", "credentialPluginPolicy: Sometimes", "env", false],
  ["an empty list", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: []", "env", false],
  ["its name", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{name: env}]", "env", true],
  ["its command", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: env}]", "env", true],
  ["its path", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: /usr/bin/env}]", "env", true],
  ["its name for its path", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: env}]", "/usr/bin/env", true],
  ["another name", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: cat}]", "env", false],
];

/** The text of the file. */
export function kuberc(fields: string): string {
  return `apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n${fields}\n`;
}
