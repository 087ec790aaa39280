import { expect, test } from "vitest";
import { pluginRefusal } from "../../../server/cluster/pluginPolicy.ts";
import { folderWith } from "../../support/folder.ts";
import { kuberc, pluginPolicies } from "../../support/pluginPolicies.ts";

const PATH = "/usr/bin";

test.each(pluginPolicies)("kuberc with %s", (_, fields, __, runs) => {
  const { root } = folderWith({ ".kube/kuberc": kuberc(fields) });
  expect(pluginRefusal("/usr/bin/env", { HOME: root, PATH }) === undefined).toBe(runs);
});

test("another file, none, and a broken one", () => {
  const { root, write } = folderWith({ ".kube/kuberc": kuberc("credentialPluginPolicy: DenyAll") });
  const broken = write("broken", "a: [");
  const program = "/usr/bin/env";
  expect(pluginRefusal(program, { HOME: root })).toBe(`was not run: credentialPluginPolicy in ${root}/.kube/kuberc is DenyAll`);
  expect(pluginRefusal(program, { HOME: root, KUBERC: "off" })).toBeUndefined();
  expect(pluginRefusal(program, { HOME: root, KUBECTL_KUBERC: "false" })).toBeUndefined();
  expect(pluginRefusal(program, { HOME: root, KUBERC: `${root}/none` })).toBeUndefined();
  expect(pluginRefusal(program, { HOME: root, KUBERC: broken })).toBe(`was not run: ${broken}, which may forbid it, cannot be read`);
});
