/** What a request may cost. */
export interface Limits {
  /** How long an answer may take, credentials included. */
  readonly answerMs: number;
  /** How long a stream may say nothing: the server sends a bookmark about every minute. */
  readonly silentMs: number;
  /** The largest OpenAPI documents are a few MB, pages of lists some MB. */
  readonly bodyBytes: number;
  /** Objects are at most 3 MB. */
  readonly lineBytes: number;
  /** The first rest after a failure to reach the server, and the longest. */
  readonly restMs: number;
  readonly longestRestMs: number;
  /** How long an exec plugin may run, and the first and the longest rest after it failed. */
  readonly pluginMs: number;
  readonly pluginRestMs: number;
  readonly longestPluginRestMs: number;
}

export const defaultLimits: Limits = {
  answerMs: 5_000,
  silentMs: 150_000,
  bodyBytes: 64 * 1024 * 1024,
  lineBytes: 16 * 1024 * 1024,
  restMs: 1_000,
  longestRestMs: 60_000,
  pluginMs: 30_000,
  pluginRestMs: 5_000,
  longestPluginRestMs: 300_000,
};
