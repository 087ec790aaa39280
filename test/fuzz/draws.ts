/**
 * A case is made from a list of numbers that fast-check draws. Zero is always the simplest choice and a list that ran out
 * goes on with zeros, so a shorter list of smaller numbers is a simpler case: shrinking the list shrinks whatever is made of it.
 */
export class Draws {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** From 0 to `count` − 1. */
  below(count: number): number {
    return (this.#numbers[this.#next++] ?? 0) % count;
  }

  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }

  /** From `least` to `most` things. */
  list<T>(most: number, make: () => T, least = 0): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }

  /** Each kept or not. */
  some<T>(things: Iterable<T>, percentDropped: number): T[] {
    return [...things].filter(() => !this.chance(percentDropped));
  }
}
