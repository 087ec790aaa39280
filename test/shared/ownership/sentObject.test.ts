import { expect, test } from "vitest";
import { printJson } from "../../../shared/fieldpath/json.ts";
import { deployedObject, sentObject } from "../../../shared/ownership/sentObject.ts";
import { readFixture } from "../../support/fixture.ts";

/** What is sent of a Deployment by a manager that holds its own labels and what its library wrote. */
function sent(manager: string, container: string, labels = "app: web", as = sentObject): string {
  const [given] = readFixture(`
//- manifest manager=${manager}
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels: {${labels}}
spec:
  template:
    spec:
      containers:
        - ${container}
//- live
metadata:
  name: web
  namespace: shop
  labels:
    app: web                                     # @${manager}
    gone: x                                      # @${manager}
    kustomize.toolkit.fluxcd.io/name: apps       # @${manager}
spec:
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}
  template:
    spec:
      containers:
        - name: web                              # @${manager}
          image: web:1                           # @${manager}
          terminationMessagePath: /dev/termination-log  # @${manager}
          resources: {}                          # @${manager}
          ports:
            - containerPort: 80                  # @${manager}
              protocol: TCP                      # @${manager}
            - containerPort: 81                  # @${manager}
              protocol: TCP                      # @${manager}
`).snapshots;
  if (given === undefined) throw new Error("no object");
  return printJson(as(given));
}

const ports = "ports: [{containerPort: 80}]";

test("a deployer's own labels are sent, whoever it is; what the file dropped is not", () => {
  const text = sent("ci", `{name: web, image: "web:1", ${ports}}`);
  expect(text).toContain('"labels":{"app":"web","kustomize.toolkit.fluxcd.io/name":"apps"}');
  expect(text).toContain('"containers":[{"image":"web:1","name":"web","ports":[{"containerPort":80}]}]');
});

test("the file's own word for a label stands", () =>
  expect(sent("ci", "{name: web}", "kustomize.toolkit.fluxcd.io/name: other")).toContain(
    '"labels":{"kustomize.toolkit.fluxcd.io/name":"other"}',
  ));

test("Flux's library writes defaults and empty maps below what the file has, and nothing else", () => {
  const text = sent("kustomize-controller", `{name: web, image: "web:2", ${ports}}`);
  for (const part of ['"resources":{}', '"terminationMessagePath":"/dev/termination-log"', '"protocol":"TCP"', '"image":"web:2"']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("81");
  expect(text).not.toContain("gone");
});

test("and leaves out what its Go types do, in one spelling of each amount", () => {
  const container = '{name: web, command: [], env: [{name: A, value: ""}], resources: {limits: {cpu: 1000m}}}';
  const text = sent("kustomize-controller", container, "app: web", deployedObject);
  expect(text).toContain('"env":[{"name":"A"}]');
  expect(text).toContain('"limits":{"cpu":"1"}');
  expect(text).not.toContain("command");
  expect(sent("ci", container, "app: web", deployedObject)).toContain('"command":[],"env":[{"name":"A","value":""}]');
});
