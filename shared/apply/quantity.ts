/**
 * Amounts, as Kubernetes reads quantities ("1000m" and "1"). The API server stores each in one canonical spelling, and decides conflicts by
 * the texts, not the amounts. Counterpart in Go: apimachinery `resource.Quantity`.
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

/**
 * The text that the API server stores of an amount: "1" of "1000m", "1536Mi" of "1.5Gi"; suffixes by powers of two stay such. Undefined for
 * what is no quantity, is rounded, or has no suffix that is large enough.
 */
export function storedAmount(text: string): string | undefined {
  const amount = parse(text);
  if (amount === undefined || isKept(text)) return amount && text;
  if (amount.digits === 0n) return "0";
  const exact = scaled(amount, 0);
  if (/i$/.test(text) && (scaled({ ...amount, digits: magnitude(amount.digits) }, -9) ?? 0n) >= largestBinary) return undefined;
  if (/i$/.test(text) && exact !== undefined && magnitude(exact) >= 1024n) {
    const { left, times } = withoutFactors(exact, 1024n);
    const suffix = Object.keys(binary).find((name) => binary[name] === times * 10);
    return times === 0 ? `${left}` : suffix === undefined ? undefined : `${left}${suffix}`;
  }
  const inNano = scaled(amount, -9);
  if (inNano === undefined) return undefined;
  const { left, times } = withoutFactors(inNano, 10n);
  const ten = times - 9;
  const power = ten - (((ten % 3) + 3) % 3);
  const digits = left * 10n ** BigInt(ten - power);
  if (/[eE][+-]?\d+$/.test(text)) return power === 0 ? `${digits}` : `${digits}e${power}`;
  const suffix = Object.keys(decimal).find((name) => decimal[name] === power);
  return power === 0 ? `${digits}` : suffix === undefined ? undefined : `${digits}${suffix}`;
}

/** In units of nano; what is larger is cut down to it. */
const largestBinary = 2n ** 63n * 10n ** 9n;

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** What looks canonical to Go's parser at first sight stays as it is written. */
function isKept(text: string): boolean {
  const match = /^[+-]?0*(\d*)(?:\.(\d*))?([A-Za-z]*)([+-]?\d+)?$/.exec(text);
  if (text === "0" || match === null) return text === "0";
  const [, whole = "", fraction = "", suffix = "", power] = match;
  const digits = `${whole === "" ? "0" : whole}${fraction}`;
  const two = binary[suffix];
  if (two !== undefined) return fraction === "" && 14 - digits.length - Math.trunc((two * 3) / 10) >= 0 && (BigInt(digits) & 7n) !== 0n;
  const scale = (power === undefined ? (decimal[suffix] ?? 0) : Number(power)) - fraction.length;
  return digits.length <= 18 && scale >= -9 && scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
}

/** The amount in units of 10^ten, undefined where it is no whole number of them. */
function scaled({ digits, ten, two }: Amount, unit: number): bigint | undefined {
  const all = digits * 2n ** BigInt(two);
  const by = ten - unit;
  if (by >= 0) return all * 10n ** BigInt(by);
  const divisor = 10n ** BigInt(-by);
  return all % divisor === 0n ? all / divisor : undefined;
}

function withoutFactors(value: bigint, factor: bigint): { readonly left: bigint; readonly times: number } {
  let left = value;
  let times = 0;
  for (; left % factor === 0n; times++) left /= factor;
  return { left, times };
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
