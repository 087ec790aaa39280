import { styleText } from "node:util";
import type { Severity } from "../../shared/ownership/finding.ts";

/** Colours of the text output; without colour each returns its text. */
export interface Paint {
  strong(text: string): string;
  faint(text: string): string;
  severity(severity: Severity, text: string): string;
}

/** Paints for a terminal, or not at all. */
export function paint(colored: boolean): Paint {
  const style = (format: Format, text: string): string => (colored ? styleText(format, text, { validateStream: false }) : text);
  return {
    strong: (text) => style("bold", text),
    faint: (text) => style("dim", text),
    severity: (severity, text) => style(severityFormats[severity], text),
  };
}

type Format = Parameters<typeof styleText>[0];

const severityFormats: Record<Severity, Format> = {
  error: ["bold", "red"],
  warning: ["bold", "yellow"],
  information: ["bold", "blue"],
  hint: ["bold", "cyan"],
};
