import { expect, test } from "vitest";
import { fold } from "../../../server/features/fold.ts";
import type { Severity } from "../../../shared/ownership/finding.ts";

const finding = (text: string, at: number) => {
  const [message = "", severity = ""] = text.split(":");
  return { message, severity: severity as Severity, range: { start: at, end: at + 1 } };
};
const shown = (texts: readonly string[]): string[] => fold(texts.map(finding)).map(({ message, severity }) => `${message}:${severity}`);

test.each([
  {
    name: "three are shown as they are",
    given: ["a:error", "b:warning", "c:information"],
    shows: ["a:error", "b:warning", "c:information"],
  },
  {
    name: "of four the last says so",
    given: ["a:error", "b:error", "c:error", "d:error"],
    shows: ["a:error", "b:error", "c (and 1 more in this object):error"],
  },
  {
    name: "the gravest are shown, in text order",
    given: ["a:information", "b:warning", "c:information", "d:error", "e:warning"],
    shows: ["b:warning", "d:error", "e (and 2 more in this object):warning"],
  },
  {
    name: "hints take no place",
    given: ["a:hint", "b:error", "c:hint", "d:error", "e:error"],
    shows: ["a:hint", "b:error", "c:hint", "d:error", "e:error"],
  },
])("$name", ({ given, shows }) => expect(shown(given)).toEqual(shows));
