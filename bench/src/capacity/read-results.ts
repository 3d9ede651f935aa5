import { MIX_KINDS, type MixKind } from '../mix/mix.task.ts';
import { COSTS_TITLE, MIX_ROWS, REQUEST_KINDS, type RequestCost, type RequestKind } from './request-kinds.ts';

/** The measured mix of requests of shoppers. */
export type MeasuredMix = {
  counts: Record<MixKind, number>;
  actions: number;
  orders: number;
  /** Shares of cached API responses and pages, 0 to 1. */
  cachedCalls: number;
  cachedPages: number;
  /** Cores that the nodes together, the worker and the database used. */
  nodeCores: number;
  workerCores: number;
  databaseCores: number;
  seconds: number;
};

export type Measured = {
  /** When and on which machine it was measured. */
  about: string;
  costs: Record<RequestKind, RequestCost>;
  mix: MeasuredMix;
  /** The pictures of a list page, with those that it loads later. */
  listPicturesKilobytes: number;
};

/** The number that the first group of a pattern matches. @throws Error if there is none */
const numberIn = (text: string, pattern: RegExp): number => {
  const value = Number(pattern.exec(text)?.[1]);
  if (Number.isNaN(value)) throw new Error(`"${text}" has no number ${pattern}`);
  return value;
};

const readCost = (cell: string): RequestCost => ({
  mainMs: numberIn(cell, /main thread ([\d.]+) ms/),
  threadsMs: numberIn(cell, /other threads ([\d.]+) ms/),
  workerMs: numberIn(cell, /worker ([\d.]+) ms/),
  databaseMs: numberIn(cell, /database ([\d.]+) ms/),
  connectionMs: numberIn(cell, /connection ([\d.]+) ms/),
  kilobytes: numberIn(cell, /([\d.]+) kB/),
});

/**
 * Reads what the simulation needs.
 * @param results the text of bench/results.md
 * @throws Error naming what is missing: `npm run bench -- --only costs` measures it
 */
export const readResults = (results: string): Measured => {
  const section = results.split(/\n(?=## )/).find((text) => text.startsWith(`## ${COSTS_TITLE}\n`));
  if (section === undefined) throw new Error(`bench/results.md has no section "${COSTS_TITLE}"`);
  const cellOf = (name: string): string => {
    const row = section.split('\n').find((line) => line.startsWith(`| ${name} |`));
    if (row === undefined) throw new Error(`the section "${COSTS_TITLE}" has no row "${name}"`);
    return row.split('|')[2]?.trim() ?? '';
  };
  const requests = cellOf(MIX_ROWS.requests);
  const cached = cellOf(MIX_ROWS.cached);
  const cores = cellOf(MIX_ROWS.cores);
  const pictures = /^\| List, HTTP\/2: with what it loads later, compressed \|.*$/m.exec(results)?.[0] ?? '';
  return {
    listPicturesKilobytes: numberIn(pictures, /pictures (\d+) kB/),
    about: /^Measured .*$/m.exec(section)?.[0] ?? '',
    costs: Object.fromEntries(
      Object.entries(REQUEST_KINDS).map(([kind, name]) => [kind, readCost(cellOf(name))]),
    ) as Measured['costs'],
    mix: {
      counts: Object.fromEntries(
        MIX_KINDS.map((kind) => [kind, numberIn(requests, new RegExp(`\\b${kind} (\\d+)`))]),
      ) as MeasuredMix['counts'],
      actions: numberIn(requests, /(\d+) actions/),
      orders: numberIn(requests, /(\d+) orders/),
      seconds: numberIn(requests, /in ([\d.]+) s/),
      cachedCalls: numberIn(cached, /API ([\d.]+)/),
      cachedPages: numberIn(cached, /pages ([\d.]+)/),
      nodeCores: numberIn(cores, /node 1 ([\d.]+)/) + numberIn(cores, /node 2 ([\d.]+)/),
      workerCores: numberIn(cores, /worker ([\d.]+)/),
      databaseCores: numberIn(cores, /database ([\d.]+)/),
    },
  };
};
