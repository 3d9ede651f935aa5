/** The middle one of some numbers. */
export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** The time that 99 of a hundred do not exceed. */
export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;

/** Two sides measured in turns: the medians of each, and of the ratios of the turns. */
export type Compared = { ours: number; theirs: number; ratio: number; spread: [number, number] };

/** Sums up turns; `spread` is the lowest and the highest ratio of one turn. */
export const compare = (turns: readonly { ours: number; theirs: number }[]): Compared => {
  const ratios = turns.map(({ ours, theirs }) => ours / theirs);
  return {
    ours: median(turns.map(({ ours }) => ours)),
    theirs: median(turns.map(({ theirs }) => theirs)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
};

/**
 * Measures two sides in turns, so that whatever else the machine does meets both, and sums them up.
 * Every other turn begins with the other side.
 */
export const inTurns = async (
  turns: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Compared> => {
  const seen: { ours: number; theirs: number }[] = [];
  for (let turn = 0; turn < turns; turn++) {
    if (turn % 2 === 0) seen.push({ ours: await ours(), theirs: await theirs() });
    else {
      const first = await theirs();
      seen.push({ ours: await ours(), theirs: first });
    }
  }
  return compare(seen);
};

/** What one side did in one round: requests a second, and requests for each second of processor time it used. */
export type Measured = { rate: number; thrift: number };

/** Like inTurns, for both measures. */
export const measuredInTurns = async (
  turns: number,
  ours: () => Promise<Measured>,
  theirs: () => Promise<Measured>,
): Promise<{ rate: Compared; thrift: Compared }> => {
  const seen = { ours: [] as Measured[], theirs: [] as Measured[] };
  const keep = async (list: Measured[], side: () => Promise<Measured>) => {
    const measured = await side();
    list.push(measured);
    return measured.rate;
  };
  const rate = await inTurns(
    turns,
    () => keep(seen.ours, ours),
    () => keep(seen.theirs, theirs),
  );
  const pairs = seen.ours.map(({ thrift }, n) => ({ ours: thrift, theirs: seen.theirs[n]?.thrift ?? Number.NaN }));
  return { rate, thrift: compare(pairs) };
};
