/**
 * The name that somebody meant who wrote another. Invariant: nothing rather than a far-fetched guess: at most one edit in three letters.
 */

/** The nearest of the names; undefined where none is near. Letter case, dashes and underscores count for nothing. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  if (written.length > longest) return undefined;
  const most = Math.max(1, Math.floor(written.length / 3));
  let best: string | undefined;
  let least = most + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) > most + 2) continue;
    const distance = plain(name) === plain(written) ? 0 : editsBetween(plain(written), plain(name));
    if (distance >= least) continue;
    best = name;
    least = distance;
  }
  return best;
}

const longest = 60;

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** Letters to insert, delete, replace or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] as number) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}
