/** How long to wait after so many failures in a row: doubling, and never the same for two, so that clients do not return together. */
export function backOffMs(failures: number, firstMs = 1_000, mostMs = 30_000): number {
  return Math.min(mostMs, firstMs * 2 ** failures) * (0.5 + Math.random() / 2);
}
