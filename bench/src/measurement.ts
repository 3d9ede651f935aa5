import { processorTime } from './cpu-time.ts';
import type { Compared, Measured } from './statistics.ts';

/** One line of the results: what was measured, against what, and the bar it has to reach. */
export type Figure = {
  name: string;
  /** What the shop did, in words: '8,120 a second'. */
  ours: string;
  /** What it is held against; empty where the bar is absolute. */
  theirs: string;
  value: number;
  unit: '×' | ' kB' | ' s' | ' ms' | ' MB' | ' a second' | '';
  /** Lowest and highest of the single rounds. */
  spread?: [number, number];
  /** 'none' for what is only reported. */
  bar: { least: number } | { most: number } | 'none';
};

/** Everything that a part of the benchmark needs to know about the run. */
export type Run = {
  /** Fewer and shorter rounds, a smaller large market: to see that it works, not for numbers. */
  quick: boolean;
};

/** A part of the benchmark; it starts what it needs and stops it again. */
export type Part = (run: Run) => Promise<Figure[]>;

export const reaches = ({ value, bar }: Figure): boolean =>
  bar === 'none' || ('least' in bar ? value >= bar.least : value <= bar.most);

const rounded = (value: number): string => Math.round(value).toLocaleString('en');
export const aSecond = (value: number): string => `${rounded(value)} a second`;
export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** A figure out of a comparison. */
export const ratioFigure = (
  name: string,
  compared: Compared,
  text: (value: number) => string,
  bar: Figure['bar'],
): Figure => ({
  name,
  ours: text(compared.ours),
  theirs: text(compared.theirs),
  value: compared.ratio,
  unit: '×',
  spread: compared.spread,
  bar,
});

const aProcessorSecond = (value: number): string => `${rounded(value)} a second of processor time`;

/**
 * Both measures of a comparison. Processor time tells the same on a busy machine, where whoever else runs takes turns with
 * the load generator as well as with the server.
 * @param thriftBar where processor time has another bar
 */
export const measuredFigures = (
  name: string,
  { rate, thrift }: { rate: Compared; thrift: Compared },
  bar: Figure['bar'],
  thriftBar = bar,
): Figure[] => [
  ratioFigure(name, rate, aSecond, bar),
  ...(Number.isNaN(thrift.ratio)
    ? []
    : [ratioFigure(`${name}, by processor time`, thrift, aProcessorSecond, thriftBar)]),
];

/** Runs a load and meters the processor time of those who serve it. */
export const metered = async (
  pids: readonly (number | string)[],
  run: () => Promise<{ requests: number; seconds: number }>,
): Promise<Measured> => {
  const before = await processorTime(pids);
  const { requests, seconds } = await run();
  return { rate: requests / seconds, thrift: requests / ((await processorTime(pids)) - before) };
};
