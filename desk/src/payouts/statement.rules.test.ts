import type { StatementKind } from '@sokuwa/contract/payouts/payouts.rules.ts';
import type { StatementEntry } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { describe, expect, test } from 'vitest';
import { addMonths, listSpans, nameSpan, parseSpan, sumStatement, toDays } from './statement.rules.ts';

const entry = (
  kind: StatementKind,
  gross: number | null,
  commission: number | null,
  amount: number,
): StatementEntry => ({
  kind,
  at: '2026-11-20T10:00:00.000Z',
  order_id: null,
  gross,
  commission,
  amount,
  payable: 0,
});

describe('spans of a statement', () => {
  test('a month has its first and last day', () => {
    expect(toDays('2026-11')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(toDays('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(toDays('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(toDays('all')).toEqual({});
  });

  test('months are counted over the end of a year', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });

  test('an address that names no month is ignored', () => {
    expect(parseSpan('2026-11')).toBe('2026-11');
    expect(parseSpan('all')).toBe('all');
    for (const text of ['2026-13', '2026-1', '1999-01', 'november', '', undefined, 5])
      expect(parseSpan(text)).toBeUndefined();
  });

  test('the choice has the last months, an older one that is shown, and all time', () => {
    const now = new Date('2026-11-28T12:00:00Z');
    const spans = listSpans(now, '2026-11');
    expect(spans[0]).toBe('2026-11');
    expect(spans).toHaveLength(25);
    expect(spans.at(-1)).toBe('all');
    expect(listSpans(now, '2021-03')).toContain('2021-03');
    expect(nameSpan('2026-11')).toBe('November 2026');
    expect(nameSpan('all')).toBe('All time');
  });
});

test('the sums of a statement add up to what was sold, without payouts and releases', () => {
  const sums = sumStatement([
    entry('sale', 100.1, 10.01, 90.09),
    entry('sale', 200.2, 20.02, 180.18),
    entry('cancellation', 100.1, 10.01, -90.09),
    entry('release', 200.2, 20.02, 0),
    entry('payout', null, null, -180.18),
  ]);
  expect(sums).toEqual({ sold: 300.3, refunds: 100.1, commission: 20.02, yours: 180.18 });
  expect(sumStatement([])).toEqual({ sold: 0, refunds: 0, commission: 0, yours: 0 });
});
