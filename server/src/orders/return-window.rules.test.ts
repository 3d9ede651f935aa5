import { isMissing, RETURN_REASONS } from '@sokuwa/contract/returns/returns.rules.ts';
import { expect, it } from 'vitest';
import { releasableFrom, reportableFrom, returnableUntil } from './return-window.rules.ts';

const delivered = new Date('2026-11-01T12:00:00Z');

it('products that do not spoil are returned within 30 days unused, and within 7 days for a fault', {
  tags: ['@RETURN-1', '@RETURN-2', '@RETURN-9'],
}, () => {
  expect(RETURN_REASONS.map((reason) => returnableUntil(delivered, false, reason).toISOString())).toEqual([
    '2026-12-01T12:00:00.000Z',
    ...Array(4).fill('2026-11-08T12:00:00.000Z'),
    '2026-12-01T12:00:00.000Z',
  ]);
  expect(releasableFrom(delivered, false).toISOString()).toBe('2026-12-01T12:00:00.000Z');
});

it('products that spoil are returned within 24 hours, whatever the reason', {
  tags: ['@RETURN-2', '@RETURN-9'],
}, () => {
  for (const reason of RETURN_REASONS.filter((reason) => !isMissing(reason)))
    expect(returnableUntil(delivered, true, reason).toISOString()).toBe('2026-11-02T12:00:00.000Z');
  // The merchant is paid for them after seven days.
  expect(releasableFrom(delivered, true).toISOString()).toBe('2026-11-08T12:00:00.000Z');
});

it('what has not arrived can be reported until the merchant is paid for it', { tags: ['@RETURN-23'] }, () => {
  for (const perishable of [true, false])
    expect(returnableUntil(delivered, perishable, 'not_received')).toEqual(releasableFrom(delivered, perishable));
  expect(reportableFrom(delivered, '2026-11-09').toISOString()).toBe('2026-11-09T00:00:00.000Z');
  expect(reportableFrom(delivered, null).toISOString()).toBe('2026-11-15T12:00:00.000Z');
});
