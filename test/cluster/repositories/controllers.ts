/**
 * What runs in a cluster writes to the objects that somebody applied, under its own names: status, revisions, scale, what is filled in.
 * The test server has no controllers, so their requests are sent for them.
 */
import type { ClusterClient, ClusterObject, ClusterRequest } from "../connect.ts";

interface Write {
  readonly by: string;
  readonly below?: "status" | "scale";
  /** A merge patch; a list: a JSON patch. */
  readonly patch: object;
}

/** Sends what controllers write to each object, in the order that each of them would. */
export async function runControllers(cluster: ClusterClient, objects: readonly ClusterObject[]): Promise<void> {
  for (const object of objects) {
    const path = await cluster.pathOf(object);
    for (const { by, below, patch } of writesTo(object)) await cluster.must(requestFor(by, below, path, patch));
    if (object.kind === "HorizontalPodAutoscaler") await scale(cluster, object);
    if (object.kind === "ClusterRole" && "aggregationRule" in object) await aggregate(cluster, object, path);
  }
}

function requestFor(by: string, below: string | undefined, path: string, patch: object): ClusterRequest {
  const contentType = `application/${Array.isArray(patch) ? "json" : "merge"}-patch+json`;
  return { method: "PATCH", path: below === undefined ? path : `${path}/${below}`, body: patch, contentType, manager: by };
}

async function scale(cluster: ClusterClient, { metadata, spec }: ClusterObject): Promise<void> {
  const { scaleTargetRef } = spec as { scaleTargetRef: { apiVersion: string; kind: string; name: string } };
  const { name, ...kind } = scaleTargetRef;
  const path = await cluster.pathOf({ ...kind, metadata: { ...metadata, name } });
  await cluster.must(requestFor("kube-controller-manager", "scale", path, { spec: { replicas: 5 } }));
}

/** Its rules are those of the roles that it selects; the controller applies them server-side. */
async function aggregate(cluster: ClusterClient, { apiVersion, kind, metadata: { name } }: ClusterObject, path: string): Promise<void> {
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
  await cluster.must({
    method: "PATCH",
    path,
    body: { apiVersion, kind, metadata: { name }, rules },
    contentType: "application/apply-patch+yaml",
    manager: "clusterrole-aggregation-controller",
    query: { force: "true" },
  });
}

function writesTo(object: ClusterObject): readonly Write[] {
  const by = "kube-controller-manager";
  const status = (patch: object, writer = by): Write => ({ by: writer, below: "status", patch: { status: patch } });
  switch (object.kind) {
    case "Deployment":
      return [
        { by, patch: { metadata: { annotations: { "deployment.kubernetes.io/revision": "1" } } } },
        status({ observedGeneration: 1, replicas: 1, updatedReplicas: 1, unavailableReplicas: 1, conditions: [condition("Progressing")] }),
      ];
    case "StatefulSet":
      return [status({ observedGeneration: 1, replicas: 1, currentRevision: "a", updateRevision: "a", collisionCount: 0 })];
    case "DaemonSet":
      return [
        status({ currentNumberScheduled: 1, desiredNumberScheduled: 1, numberMisscheduled: 0, numberReady: 1, observedGeneration: 1 }),
      ];
    case "HorizontalPodAutoscaler":
      return [status({ currentReplicas: 5, desiredReplicas: 5, conditions: [condition("AbleToScale")] })];
    case "PodDisruptionBudget":
      return [status({ currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1, observedGeneration: 1 })];
    case "CronJob":
      return [status({ lastScheduleTime: now, lastSuccessfulTime: now })];
    case "Job":
      return [status({ startTime: now, active: 1, ready: 0 })];
    case "ResourceQuota":
      return [status({ hard: { "requests.cpu": "8" }, used: { "requests.cpu": "1500m" } })];
    case "PersistentVolumeClaim":
      return [
        { by, patch: { metadata: { annotations: { "pv.kubernetes.io/bind-completed": "yes" } }, spec: { volumeName: "pv-1" } } },
        status({ phase: "Bound", accessModes: ["ReadWriteOnce"], capacity: { storage: "1Ti" } }),
      ];
    case "Ingress":
      return [status({ loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } }, "nginx-ingress-controller")];
    case "Service":
      return (object.spec as { type?: string }).type === "LoadBalancer" ? cloudWrites : [];
    case "ValidatingWebhookConfiguration":
    case "MutatingWebhookConfiguration":
      return [{ by: "cert-manager-cainjector", patch: [{ op: "add", path: "/webhooks/0/clientConfig/caBundle", value: authority }] }];
    case "Application":
      return [{ by: "argocd-application-controller", patch: { status: { health: { status: "Healthy" }, sync: { status: "Synced" } } } }];
    case "Kustomization":
    case "GitRepository":
      return [
        { by: `gotk-${object.kind}`, patch: { metadata: { finalizers: ["finalizers.fluxcd.io"] } } },
        status(ready, `gotk-${object.kind}`),
      ];
    case "Certificate":
    case "ClusterIssuer":
      return [status(ready, "cert-manager-certificates-readiness")];
    case "Backup":
    case "Workflow":
      return [{ by: "manager", patch: { metadata: { finalizers: ["example.test/cleanup"] } } }, status(ready, "manager")];
    default:
      return [];
  }
}

const now = "2026-11-02T08:00:00Z";
const authority = Buffer.from("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n").toString("base64");
const ready = { conditions: [{ ...condition("Ready"), observedGeneration: 1 }] };
const cloudWrites: readonly Write[] = [
  { by: "cloud-controller-manager", patch: { metadata: { finalizers: ["service.kubernetes.io/load-balancer-cleanup"] } } },
  { by: "cloud-controller-manager", below: "status", patch: { status: { loadBalancer: { ingress: [{ hostname: "lb.example.test" }] } } } },
];

function condition(type: string): { readonly type: string; readonly status: string; readonly lastTransitionTime: string } {
  return { type, status: "True", lastTransitionTime: now, ...{ reason: "AsItShouldBe", message: "" } };
}
