import { readCpuSeconds } from './cpu-time.ts';
import { type Comparison, median, type Rates } from './statistics.ts';

/** One row of the results: a measurement, its baseline, and the target that it must meet. */
export type Measurement = {
  name: string;
  /** The shop's result as text: '8,120 per second'. */
  shop: string;
  /** The baseline's result; empty if the target is absolute. */
  baseline: string;
  value: number;
  unit: '×' | ' kB' | ' s' | ' ms' | ' ms of CPU' | ' MB' | ' per second' | '';
  /** Lowest and highest value of a single round. */
  range?: [number, number];
  /** 'none' if the value is only reported. */
  target: { min: number } | { max: number } | 'none';
};

export type BenchmarkOptions = {
  /** Fewer and shorter rounds, and a smaller large market: checks that a benchmark works, without useful values. */
  quick: boolean;
  /** Options of the benchmark of a slow phone. */
  phone: {
    /** Loads of each page; by default as many as its results need. */
    loads?: number | undefined;
    /** Keys of the pages to load; by default all. */
    pages?: string[] | undefined;
    /** Keys of the protocols to use; by default both. */
    protocols?: string[] | undefined;
    /** Origin of a running shop, or folder of a checkout with its packages and built pages; by default this one. */
    shop?: string | undefined;
    /** Another build to compare with, as `shop`. */
    against?: string | undefined;
    /** Folder for a picture of each page while it loads. */
    frames?: string | undefined;
  };
};

/** Starts the required programs, measures, and stops them. */
export type Benchmark = (options: BenchmarkOptions) => Promise<Measurement[]>;

export const meetsTarget = ({ value, target }: Measurement): boolean =>
  target === 'none' || ('min' in target ? value >= target.min : value <= target.max);

const formatRate = (value: number): string => Math.round(value).toLocaleString('en');
export const formatPerSecond = (value: number): string => `${formatRate(value)} per second`;
export const formatMilliseconds = (value: number): string => `${value.toFixed(1)} ms`;
const formatPerCpuSecond = (value: number): string => `${formatRate(value)} per CPU second`;

export const createRatioMeasurement = (
  name: string,
  comparison: Comparison,
  format: (value: number) => string,
  target: Measurement['target'],
): Measurement => ({
  name,
  shop: format(comparison.shop),
  baseline: format(comparison.baseline),
  value: comparison.ratio,
  unit: '×',
  range: comparison.range,
  target,
});

/** The median of the values of all rounds, without a baseline. @param shop what the column of the shop says about it */
export const createMedianMeasurement = (
  name: string,
  unit: Measurement['unit'],
  values: readonly number[],
  { target = 'none', shop = `median of ${values.length}` }: { target?: Measurement['target']; shop?: string } = {},
): Measurement => ({
  name,
  shop,
  baseline: '',
  value: median(values),
  unit,
  range: [Math.min(...values), Math.max(...values)],
  target,
});

/**
 * A comparison per second and per CPU second. CPU time is comparable on a busy machine too, where other programs take
 * time from the load generator and from the server.
 * @param cpuTarget the target per CPU second, if it differs
 */
export const createRateMeasurements = (
  name: string,
  { perSecond, perCpuSecond }: { perSecond: Comparison; perCpuSecond: Comparison },
  target: Measurement['target'],
  cpuTarget = target,
): Measurement[] => [
  createRatioMeasurement(name, perSecond, formatPerSecond, target),
  ...(Number.isNaN(perCpuSecond.ratio)
    ? []
    : [createRatioMeasurement(`${name}, by CPU time`, perCpuSecond, formatPerCpuSecond, cpuTarget)]),
];

/** Runs a load and measures its rates. @param pids the processes that serve it */
export const measureRates = async (
  pids: readonly (number | string)[],
  run: () => Promise<{ requests: number; seconds: number }>,
): Promise<Rates> => {
  const before = await readCpuSeconds(pids);
  const { requests, seconds } = await run();
  return { perSecond: requests / seconds, perCpuSecond: requests / ((await readCpuSeconds(pids)) - before) };
};
