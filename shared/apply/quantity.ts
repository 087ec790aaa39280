/**
 * Whether two texts are the same amount, as Kubernetes reads quantities ("1000m" and "1"). The API server compares the texts, not the amounts,
 * so this only names a cause. Counterpart in Go: apimachinery `resource.Quantity`.
 */

/** Both are quantities, and of one amount. */
export function sameAmount(a: string, b: string): boolean {
  const left = parse(a);
  const right = parse(b);
  if (left === undefined || right === undefined) return false;
  const ten = Math.min(left.ten, right.ten);
  const scale = ({ digits, ten: own, two }: Amount) => digits * 10n ** BigInt(own - ten) * 2n ** BigInt(two);
  return scale(left) === scale(right);
}

/** digits · 10^ten · 2^two */
interface Amount {
  readonly digits: bigint;
  readonly ten: number;
  readonly two: number;
}

function parse(text: string): Amount | undefined {
  const match = /^([+-]?)(\d{1,40})?(?:\.(\d{0,40}))?([EPTGMK]i|[numkMGTPE]|[eE][+-]?\d{1,2})?$/.exec(text);
  if (match === null || ((match[2] ?? "") === "" && (match[3] ?? "") === "")) return undefined;
  const [, sign, whole = "", fraction = "", suffix = ""] = match;
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  const power = /^[eE][+-]?\d/.test(suffix) ? Number(suffix.slice(1)) : (decimal[suffix] ?? 0);
  return { digits, ten: power - fraction.length, two: binary[suffix] ?? 0 };
}

const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const binary: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
