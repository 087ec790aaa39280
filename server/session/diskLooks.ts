/** Looks at the disk one at a time: asked for while one is under way, another follows it, since what changed may lie behind it. */
import type { Files } from "../files/files.ts";

export interface DiskLooks {
  /** Looks now, or once more. */
  look(): void;
  /** Until no look is under way. */
  done(): Promise<void>;
}

export function createDiskLooks(files: Pick<Files, "refresh">, onChange: () => void): DiskLooks {
  let looking: Promise<void> | undefined;
  let again = false;

  async function lookUntilDone(): Promise<void> {
    do {
      again = false;
      if (await files.refresh()) onChange();
    } while (again);
    looking = undefined;
  }

  return {
    look() {
      again = true;
      looking ??= lookUntilDone();
    },
    done: async () => looking,
  };
}
