import type { StatementKind } from '@sokuwa/contract/payouts/payouts.rules.ts';
import type { StatementEntry } from '@sokuwa/contract/payouts/payouts.schemas.ts';

/** The part of a statement that the page shows: a month such as `2026-11`, or `all`. */
export type StatementSpan = string;
export const ALL_TIME = 'all';
/** Months that can be chosen. Older ones are in the whole statement. */
const MONTH_COUNT = 24;
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

const nameFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A span of the address of a page; undefined if it is none. */
export const parseSpan = (text: unknown): StatementSpan | undefined =>
  typeof text === 'string' && (text === ALL_TIME || MONTH.test(text)) ? text : undefined;

/** The month of an instant, in UTC like the days of statements: `2026-11`. */
export const toMonth = (instant: Date): string => instant.toISOString().slice(0, 7);

/** The month so many months after (or, if negative, before) another one. */
export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toMonth(new Date(Date.UTC(year, number - 1 + count, 1)));
};

/** 'November 2026', or 'All time'. */
export const nameSpan = (span: StatementSpan): string =>
  span === ALL_TIME ? 'All time' : nameFormat.format(new Date(`${span}-01T00:00:00Z`));

/** The first and last day, for the calls; nothing for all time. */
export const toDays = (span: StatementSpan): { from?: string; to?: string } => {
  if (span === ALL_TIME) return {};
  const [year = 0, number = 1] = span.split('-').map(Number);
  // Day 0 is the last one of the month before.
  return { from: `${span}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
};

/** What can be chosen: the last months, newest first, and all time; also `chosen` if it is older. */
export const listSpans = (now: Date, chosen: StatementSpan): StatementSpan[] => {
  const months = Array.from({ length: MONTH_COUNT }, (_, age) => addMonths(toMonth(now), -age));
  return [...months, ...(chosen === ALL_TIME || months.includes(chosen) ? [] : [chosen]), ALL_TIME];
};

export const KIND_NAMES: Record<StatementKind, string> = {
  sale: 'Sale',
  cancellation: 'Cancellation',
  return: 'Return',
  release: 'Now payable',
  settled_outside: 'Paid outside the shop',
  payout: 'Payout',
  payout_returned: 'Payout came back',
  correction: 'Correction',
};

/** What was sold in a part of a statement, and where the money goes; in naira. */
export type StatementSums = { sold: number; yours: number; commission: number; refunds: number };

// Sums are exact in kobo only.
const toKobo = (naira: number): number => Math.round(naira * 100);

/**
 * Splits the price of what was sold: what the merchant receives, the commission, and what went back to buyers.
 * Cancellations and returns take back the price and the commission of their pieces.
 */
export const sumStatement = (entries: readonly StatementEntry[]): StatementSums => {
  let sold = 0;
  let refunds = 0;
  let commission = 0;
  for (const { kind, gross, commission: part } of entries) {
    if (kind === 'sale') {
      sold += toKobo(gross ?? 0);
      commission += toKobo(part ?? 0);
    } else if (kind === 'cancellation' || kind === 'return') {
      refunds += toKobo(gross ?? 0);
      commission -= toKobo(part ?? 0);
    }
  }
  return {
    sold: sold / 100,
    refunds: refunds / 100,
    commission: commission / 100,
    yours: (sold - refunds - commission) / 100,
  };
};
