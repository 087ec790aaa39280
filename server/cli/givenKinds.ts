/** The kinds that the files and folders of `--crds` describe. */
import * as words from "../../shared/ownership/words/commandLine.ts";
import type { CustomKind } from "../../shared/schema/fromCrd.ts";
import { customKindsIn } from "../files/customKinds.ts";
import { readInputs } from "./inputs.ts";
import { printable } from "./printable.ts";

export interface GivenKinds {
  readonly kinds: readonly CustomKind[];
  /** One sentence for each name that could not be read or holds no definition. */
  readonly problems: readonly string[];
}

export async function givenKinds(names: readonly string[], reading: Parameters<typeof readInputs>[1]): Promise<GivenKinds> {
  const kinds: CustomKind[] = [];
  const problems: string[] = [];
  for (const name of names) {
    const { inputs, problems: unread } = await readInputs([name], reading);
    const found = inputs.map((input) => ({ ...customKindsIn(input.text), file: printable(input.name) }));
    const broken = found.flatMap(({ file, problem }) => (problem === undefined ? [] : [words.cannotReadAll(file, printable(problem))]));
    const own = found.flatMap((one) => one.kinds);
    const wrong = [...unread, ...broken];
    if (own.length + wrong.length === 0) wrong.push(words.noDefinition(printable(name)));
    kinds.push(...own);
    problems.push(...wrong);
  }
  return { kinds, problems };
}
