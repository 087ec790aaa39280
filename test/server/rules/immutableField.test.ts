import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

const job = `//- live
spec:
  template:
    spec:
      restartPolicy: Never # @ci
      containers: # @ci
        - name: app
          image: app:1
`;

describe("a change of what never changes", () => {
  test("inside a Job's template", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: batch/v1
kind: Job
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: app
          image: app:2
          ^^^^^ error immutable-field 💡 .spec.template.spec.containers[name="app"].image, which is part of .spec.template, never changes (field is immutable): live "app:1", here "app:2". Applying as ci is refused
${job}`));

  test("of a selector, before the conflict that it is too", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: apps/v1
kind: Deployment
spec:
  selector:
  ^^^^^^^^ error immutable-field 💡 .spec.selector never changes (field is immutable): live {matchLabels: {app: "web"}}
    matchLabels:
      app: other
//- live
spec:
  selector:
    matchLabels:
      app: web # @platform
`));

  test("of a ConfigMap that is marked immutable", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
immutable: true
data:
  a: "2"
  ^ error immutable-field 💡 .data.a, which is part of .data, never changes
//- live
immutable: true # @ci
data:
  a: "1" # @ci
`));
});

describe("no change", () => {
  test("is what the server fills into volumeClaimTemplates, or another spelling of an amount", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: apps/v1
kind: StatefulSet
spec:
  serviceName: db
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: 1024Mi
//- live
spec:
  serviceName: db # @ci
  volumeClaimTemplates: # @ci
    - apiVersion: v1
      kind: PersistentVolumeClaim
      metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        volumeMode: Filesystem
        resources:
          requests:
            storage: 1Gi
      status:
        phase: Pending
`));

  test("is the data of a ConfigMap that is not marked so", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
data:
  a: "2"
//- live
data:
  a: "1" # @ci
`));
});

describe("nothing is said", () => {
  const job2 = `apiVersion: batch/v1
kind: Job
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: app
          image: app:2
`;
  test("of broken text", () => checkDiagnostics(`\n//- manifest manager=ci\n${job2}          command: [\n${job}`));
  test("of a value that is filled in later", () =>
    checkDiagnostics(`\n//- manifest manager=ci\n${job2.replace("app:2", '"$(IMAGE)"')}${job}`));
  test("of an object that may not be read", () => checkDiagnostics(`\n//- manifest manager=ci\n${job2}//- live state=denied\n`));
});
