/** Whether a manager whose field is taken writes it again, in words that end a sentence. What is known is a table by name; the rest follows from how it writes. */
import type { ManagerIdentity } from "../apply/model.ts";
import { isHand } from "./deployers.ts";

const returning: readonly (readonly [name: RegExp, words: string])[] = [
  [/autoscaler|^vpa-/, "writes it again at its next adjustment"],
  [/injector/, "writes it again as soon as it notices"],
  [/^kube-|^kubelet$|^clusterrole-aggregation-controller$/, "writes it again at its next look"],
  [/^(kustomize|helm|argocd)-controller$/, "takes it back at its next reconciliation"],
  [/^(before-first-apply|ancient-changes|unknown)$/, "is no running program and will not come back for it"],
];

/** "kubectl-edit was a person's command and will not come back for it" */
export function comesBack({ manager, operation, subresource }: ManagerIdentity): string {
  if (subresource === "scale" && !isHand(manager)) return `${manager} scales it again if it is an autoscaler`;
  const known = returning.find(([name]) => name.test(manager));
  if (known !== undefined) return `${manager} ${known[1]}`;
  if (isHand(manager)) return `${manager} was somebody's hand and will not come back for it`;
  return operation === "Apply" ? `the next apply as ${manager} is then refused, or takes it back` : `${manager} may write it again`;
}
