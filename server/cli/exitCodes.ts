/** What the shell is told. Where several hold: usage before findings before unreachable. */
export const exitCodes = {
  clean: 0,
  /** A finding of severity error. */
  findings: 1,
  /** Wrong usage or unreadable input. */
  usage: 2,
  /** The cluster gave no answer for some object. */
  unreachable: 3,
  /** A bug of ours; must not look like a finding (sysexits' EX_SOFTWARE). */
  bug: 70,
} as const;
