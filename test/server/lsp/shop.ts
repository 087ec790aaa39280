/** One Deployment, as a file and as a cluster has it: team-cd applies it, and an autoscaler holds its replicas. */
export const uri = "file:///nowhere/web.yaml";

export const manifest = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: registry.example.test/web:1
`;

export const objectPath = (name = "web"): string => `/apis/apps/v1/namespaces/shop/deployments/${name}`;

export function liveObject(name = "web", replicas = 5): object {
  const spec = {
    "f:selector": {},
    "f:template": {
      "f:metadata": { "f:labels": { "f:app": {} } },
      "f:spec": { "f:containers": { 'k:{"name":"web"}': { ".": {}, "f:name": {}, "f:image": {} } } },
    },
  };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name,
      namespace: "shop",
      uid: `uid-${name}`,
      resourceVersion: String(100 + replicas),
      managedFields: [
        {
          manager: "team-cd",
          operation: "Apply",
          apiVersion: "apps/v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:spec": spec },
        },
        {
          manager: "kube-controller-manager",
          operation: "Update",
          apiVersion: "apps/v1",
          subresource: "scale",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:spec": { "f:replicas": {} } },
        },
      ],
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "registry.example.test/web:1" }] },
      },
    },
    status: { replicas },
  };
}
