/** Seeded random numbers: a generated market must be the same in each run. */
export type Random = {
  /** A number from 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0 to `limit`, without `limit`. */
  integerBelow(limit: number): number;
  pick<T>(from: readonly T[]): T;
};

/** The generator mulberry32. @param seed any whole number */
export const createRandom = (seed: number): Random => {
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
    integerBelow: below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new RangeError('cannot pick from an empty list');
      return picked;
    },
  };
};
