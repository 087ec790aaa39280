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
  const documents: DocumentText[] = [];
  let start = 0;
  while (start < text.length) {
    const separator = text.indexOf("\n---", start);
    const end = separator < 0 ? text.length : separator + 1;
    documents.push({ start, text: copied(text.slice(start, end)) });
    start = end;
  }
  return documents;
}

/** A slice keeps the whole file version in memory that it was cut from; joining and cutting again makes a string of its own. */
function copied(slice: string): string {
  return ` ${slice}`.slice(1);
}
