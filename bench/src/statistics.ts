export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** @param sorted values in ascending order @param percent such as 99 for the 99th percentile */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;

/** The 99th percentile. */
export const percentile99 = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    99,
  );

export type Round<Value> = { shop: Value; baseline: Value };

/** Medians of the shop's and the baseline's rounds, and of their ratios; `range` holds the lowest and highest ratio. */
export type Comparison = { shop: number; baseline: number; ratio: number; range: [number, number] };

export const summarize = (rounds: readonly Round<number>[]): Comparison => {
  const ratios = rounds.map(({ shop, baseline }) => shop / baseline);
  return {
    shop: median(rounds.map(({ shop }) => shop)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
  };
};

/** Summarizes one of the values that each round measured. */
export const summarizeField = <Field extends string>(
  rounds: readonly Round<Record<Field, number>>[],
  field: Field,
): Comparison => summarize(rounds.map(({ shop, baseline }) => ({ shop: shop[field], baseline: baseline[field] })));

/**
 * Measures the shop and the baseline alternately, so that other load on the machine affects both. Every second round
 * starts with the baseline.
 */
export const measureRounds = async <Value>(
  roundCount: number,
  measureShop: () => Promise<Value>,
  measureBaseline: () => Promise<Value>,
): Promise<Round<Value>[]> => {
  const rounds: Round<Value>[] = [];
  for (let round = 0; round < roundCount; round++) {
    if (round % 2 === 0) rounds.push({ shop: await measureShop(), baseline: await measureBaseline() });
    else {
      const baseline = await measureBaseline();
      rounds.push({ shop: await measureShop(), baseline });
    }
  }
  return rounds;
};

/** Measures in rounds, and summarizes them. */
export const compareInRounds = async (...parameters: Parameters<typeof measureRounds<number>>): Promise<Comparison> =>
  summarize(await measureRounds(...parameters));

/** Requests per second, and per second of CPU time that serving them took. */
export type Rates = { perSecond: number; perCpuSecond: number };

export const summarizeRates = (
  rounds: readonly Round<Rates>[],
): { perSecond: Comparison; perCpuSecond: Comparison } => ({
  perSecond: summarizeField(rounds, 'perSecond'),
  perCpuSecond: summarizeField(rounds, 'perCpuSecond'),
});

/** Like compareInRounds, for both rates. */
export const compareRatesInRounds = async (...parameters: Parameters<typeof measureRounds<Rates>>) =>
  summarizeRates(await measureRounds(...parameters));
