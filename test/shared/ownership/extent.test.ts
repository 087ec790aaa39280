import { expect, test } from "vitest";
import { type Extent, extentOf } from "../../../shared/ownership/extent.ts";
import { readFixture } from "../../support/fixture.ts";

const sources = (token: string): string => `      volumes:
        - name: v # @ci
          projected:
            sources: # @ci
              - serviceAccountToken: { ${token} }
            defaultMode: 420
`;
const container = (memory: string): string => `      containers:
        - name: app # @ci
          resources:
            limits:
              memory: ${memory} # @ci
`;

function extent(replicas: number, here: string, live: string): Extent | undefined {
  const [snapshot] = readFixture(`
//- manifest manager=ci
kind: Deployment
spec:
  replicas: ${replicas}
  template:
    spec:
${here.replaceAll(" # @ci", "").replace("            defaultMode: 420\n", "")}
//- live
spec:
  replicas: 2 # @ci
  template:
    spec:
${live}
`).snapshots;
  return snapshot && extentOf(snapshot);
}

test.each<[string, Extent | undefined, Parameters<typeof extent>]>([
  ["a field of the template", { fields: 1, rollsOut: true }, [2, container("2Gi"), container("1Gi")]],
  ["a field beside it", { fields: 1, rollsOut: false }, [3, container("1Gi"), container("1Gi")]],
  [
    "what defaults fill in again is no change",
    { fields: 1, rollsOut: false },
    [3, sources("path: t"), sources("path: t, expirationSeconds: 3600")],
  ],
  [
    "an amount in another unit is written and rolls nothing out",
    { fields: 1, rollsOut: false },
    [2, container("1073741824"), container("1Gi")],
  ],
])("%s", (_, expected, parts) => expect(extent(...parts)).toEqual(expected));
