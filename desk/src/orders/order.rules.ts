import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';

type Line = MerchantOrder['lines'][number];

/** The sum of an amount of each line, rounded to two places. */
export const sumOf = (lines: readonly Line[], amountOf: (line: Line) => number): number =>
  lines.reduce((sum, line) => sum + Math.round(amountOf(line) * 100), 0) / 100;

/** What the merchant gets for an order, in its currency. */
export const sumNet = (lines: readonly Line[]): number => sumOf(lines, ({ net }) => net);

/** The pieces that are left to ship. */
export const countLeft = (lines: readonly Line[]): number => lines.reduce((sum, { left }) => sum + left, 0);

/** 'Ìjẹ̀bú garri × 2 and 2 more': the first product, and how many lines follow. */
export const summarizeLines = (lines: readonly Line[]): string => {
  const [first, ...others] = lines;
  if (!first) return '';
  return `${first.title} × ${first.quantity}${others.length > 0 ? ` and ${others.length} more` : ''}`;
};
