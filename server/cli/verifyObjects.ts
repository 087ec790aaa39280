/** `check --verify`: each object's apply tried on its server. What is sent where is said on stderr before it is. */
import { sending } from "../../shared/ownership/words/commandLine.ts";
import type { ObjectReport, Session } from "../session/model.ts";
import { failed } from "../session/verifications.ts";
import type { CheckedObject } from "./checked.ts";
import type { Environment } from "./environment.ts";
import { printable } from "./printable.ts";

export async function verifyObjects(
  session: Session,
  name: string,
  objects: readonly ObjectReport[],
  { stderr }: Pick<Environment, "stderr">,
): Promise<readonly CheckedObject[]> {
  const checked: CheckedObject[] = [];
  for (const report of objects) {
    const { start } = report.range;
    const plan = await session.verifyPlanAt(name, start);
    if ("problem" in plan) {
      checked.push({ ...report, verified: failed(plan.problem) });
      continue;
    }
    stderr(`${printable(sending(plan))}\n`);
    checked.push({ ...report, verified: await session.verifyAt(name, start, plan) });
  }
  return checked;
}
