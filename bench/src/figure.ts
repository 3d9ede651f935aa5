import type { Compared } from './numbers.ts';

/** One line of the results: what was measured, against what, and the bar it has to reach. */
export type Figure = {
  name: string;
  /** What the shop did, in words: '8,120 a second'. */
  ours: string;
  /** What it is held against; empty where the bar is absolute. */
  theirs: string;
  value: number;
  unit: '×' | ' kB' | ' s' | ' MB' | '';
  /** Lowest and highest of the single rounds. */
  spread?: [number, number];
  bar: { least: number } | { most: number };
};

/** Everything that a part of the benchmark needs to know about the run. */
export type Run = {
  /** Fewer and shorter rounds, a smaller large market: to see that it works, not for numbers. */
  quick: boolean;
};

/** A part of the benchmark; it starts what it needs and stops it again. */
export type Part = (run: Run) => Promise<Figure[]>;

export const reaches = ({ value, bar }: Figure): boolean => ('least' in bar ? value >= bar.least : value <= bar.most);

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
