/** Random objects of a few kinds: few names and few values, so that different managers meet in the same fields. */
import fc from "fast-check";

type Random = fc.Arbitrary<unknown>;
type Fields = Readonly<Record<string, Random>>;

export interface RandomKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** All of the object but apiVersion, kind and name. */
  readonly body: Random;
}

const one = (...values: readonly unknown[]): Random => fc.constantFrom(...values);
const some = (...values: readonly unknown[]): Random => fc.subarray([...values]);
/** The first fields always, each of the others or not. */
const object = (always: Fields, optional: Fields): Random =>
  fc.record({ ...always, ...optional }, { requiredKeys: Object.keys(always) as never[] });
const mapOf = (value: Random, ...keys: readonly string[]): Random => object({}, Object.fromEntries(keys.map((key) => [key, value])));
/** Items by their merge key, in any order. */
const items = (key: string, names: readonly unknown[], rest: Random, atLeast = 0): Random =>
  fc
    .shuffledSubarray([...names], { minLength: atLeast })
    .chain((chosen) => fc.tuple(...chosen.map((name) => rest.map((more) => ({ [key]: name, ...(more as object) })))));

const labels = mapOf(one("a", "b"), "app", "example.org/tier");
const metadata = object(
  {},
  { labels, annotations: mapOf(one("1", "2"), "n", "o.p/q"), finalizers: some("example.org/a", "example.org/b") },
);
const quantities = (...texts: readonly unknown[]): Random => mapOf(one(...texts), "cpu");
const environment = one({ value: "1" }, { value: "2" }, { valueFrom: { fieldRef: { fieldPath: "metadata.name" } } });
const container = object(
  { image: one("example.org/app:1", "example.org/app:2") },
  {
    args: some("x", "y"),
    env: items("name", ["A", "B", "C"], environment),
    ports: items("containerPort", [80, 81], object({}, { protocol: one("TCP"), hostPort: one(80, 90) })),
    resources: object({}, { limits: quantities("1", "1000m", 1), requests: quantities("500m", "0.5") }),
    securityContext: object({}, { runAsUser: one(1, 2), capabilities: object({}, { drop: some("ALL", "NET_RAW") }) }),
  },
);
const template = object(
  {
    metadata: one({ labels: { app: "x" } }),
    spec: object(
      { containers: items("name", ["app", "side"], container, 1) },
      {
        nodeSelector: mapOf(one("a", "b"), "disk", "zone"),
        tolerations: items("key", ["gpu", "spot"], one({ operator: "Exists" })),
        terminationGracePeriodSeconds: one(10, 30),
        imagePullSecrets: items("name", ["r", "s"], one({})),
        securityContext: object({}, { fsGroup: one(1, 2) }),
        topologySpreadConstraints: items(
          "topologyKey",
          ["zone"],
          one(1, 2).map((maxSkew) => ({ maxSkew, whenUnsatisfiable: "ScheduleAnyway" })),
        ),
      },
    ),
  },
  {},
);
const selector = one({ matchLabels: { app: "x" } });
const parts = items("name", ["wheel", "door"], object({}, { side: one("left", "right"), count: one(1, 2) }));
const plain = items("name", ["a", "b"], object({}, { value: one("1", "2") }));

export const randomKinds: readonly RandomKind[] = [
  kind("apps/v1", "Deployment", {
    spec: object({ selector, template }, { replicas: one(1, 2, 3), minReadySeconds: one(1, 2) }),
  }),
  kind("apps/v1", "StatefulSet", {
    spec: object(
      { selector, template, serviceName: one("s") },
      { replicas: one(1, 2), volumeClaimTemplates: one([{ metadata: { name: "d" }, spec: { accessModes: ["ReadWriteOnce"] } }]) },
    ),
  }),
  kind("v1", "Service", {
    spec: object(
      { ports: items("port", [80, 443, 53], object({ targetPort: one(1, 2) }, { protocol: one("TCP") }), 1).map(named) },
      { selector: labels, externalIPs: some("1.2.3.4", "1.2.3.5"), sessionAffinity: one("None", "ClientIP") },
    ),
  }),
  kind("v1", "ConfigMap", { data: mapOf(one("1", "2"), "a", "b", "c", "d.e") }),
  kind("networking.k8s.io/v1", "NetworkPolicy", {
    spec: object(
      { podSelector: one({}, { matchLabels: { app: "x" } }) },
      {
        ingress: one([{ ports: [{ port: 80 }] }], [{ ports: [{ port: 80, protocol: "TCP" }] }], []),
        policyTypes: some("Ingress", "Egress"),
      },
    ),
  }),
  kind("rbac.authorization.k8s.io/v1", "Role", {
    rules: one([{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }], [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }]),
  }),
  kind("autoscaling/v2", "HorizontalPodAutoscaler", {
    spec: object(
      { scaleTargetRef: one("a", "b").map((name) => ({ apiVersion: "apps/v1", kind: "Deployment", name })), maxReplicas: one(3, 4) },
      { minReplicas: one(1, 2) },
    ),
  }),
  kind("shop.example.org/v1", "Widget", {
    spec: object(
      {},
      { size: one(1, 2), color: one("red", "blue"), plain, tags: some("a", "b", "c"), parts, limits: mapOf(one(1, 2), "cpu", "gpu") },
    ),
  }),
];

function kind(apiVersion: string, name: string, body: Fields): RandomKind {
  return { apiVersion, kind: name, body: object({ metadata }, body) };
}

/** Several ports of a Service need names. */
function named(ports: unknown): unknown {
  return (ports as { port: number }[]).map((port) => ({ ...port, name: `p${port.port}` }));
}
