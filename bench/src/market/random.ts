/** Chance that falls the same way in every run: a generated market must not differ between two benchmarks. */
export type Dice = {
  /** A number from 0 up to but without 1. */
  next(): number;
  /** A whole number from 0 up to but without `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
};

/** @param seed any whole number; the generator is mulberry32 */
export const dice = (seed: number): Dice => {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => {
      const found = from[below(from.length)];
      if (found === undefined) throw new RangeError('nothing to pick from');
      return found;
    },
  };
};
