import { expect, test } from "vitest";
import { applying, live, owners } from "./object.ts";

// The records were lost, or never were. What the Go type writes even where nothing is set is nobody's.
test.each<[string, object, string | undefined]>([
  ["a required list that is null", { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", rules: null }, undefined],
  [
    "the same list with items",
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", rules: [{ verbs: ["get"] }] },
    '{"f:rules":{}}',
  ],
  ["a scalar that is written as 0", { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", value: 0 }, undefined],
  ["the same scalar with a value", { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", value: 1 }, '{"f:value":{}}'],
  [
    "texts and times that are written empty",
    { apiVersion: "v1", kind: "Event", involvedObject: {}, source: {}, firstTimestamp: null, reportingComponent: "", message: "m" },
    '{"f:message":{}}',
  ],
  [
    "a struct that is no pointer, and a map that is left out when empty",
    { apiVersion: "v1", kind: "ResourceQuota", spec: { hard: { pods: "1" } } },
    '{"f:spec":{"f:hard":{".":{},"f:pods":{}}}}',
  ],
  [
    "a required list that is left out when empty",
    { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingAdmissionPolicyBinding", spec: { validationActions: ["Deny"] } },
    '{"f:spec":{"f:validationActions":{".":{},"v:\\"Deny\\"":{}}}}',
  ],
])("%s", (_, object, owned) => {
  const { apiVersion, kind } = object as { apiVersion: string; kind: string };
  const config = { apiVersion, kind, metadata: { name: "x", labels: { mine: "yes" } } };
  const outcome = applying(config, { live: live({ ...object, metadata: { name: "x" } }) });
  const mine = 'me {"f:metadata":{"f:labels":{"f:mine":{}}}}';
  expect(outcome.verdict === "accepted" && owners(outcome.managedFields)).toEqual(
    owned === undefined ? [mine] : [mine, `before-first-apply=Update ${owned}`],
  );
});
