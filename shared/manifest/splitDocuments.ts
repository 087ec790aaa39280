/**
 * A file's text → its documents, as kubectl splits it: at every line that starts with `---`, whatever stands behind.
 * Invariant: the documents tile the text; each but the first starts with its separator line.
 * Counterpart in Go: apimachinery YAMLReader.
 */

export interface DocumentText {
  /** Offset in the file. */
  readonly start: number;
  readonly text: string;
}

/** The documents of a text; none where it is empty. */
export function splitDocuments(text: string): DocumentText[] {
  return documentStarts(text).map((start, index, starts) => ({ start, text: documentText(text, start, starts[index + 1]) }));
}

/** Where each of them starts. */
export function documentStarts(text: string): number[] {
  const starts: number[] = [];
  let start = 0;
  while (start < text.length) {
    starts.push(start);
    const separator = text.indexOf("\n---", start);
    start = separator < 0 ? text.length : separator + 1;
  }
  return starts;
}

/** One of them. A slice keeps the whole file version in memory that it was cut from; joining and cutting again makes a string of its own. */
export function documentText(text: string, start: number, end?: number): string {
  return ` ${text.slice(start, end)}`.slice(1);
}
