import { kobo } from '@sokuwa/contract/money.ts';
import { PAYOUT_STATUSES } from '@sokuwa/contract/payouts/payouts.rules.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MerchantId } from '../platform/ids.ts';
import { formatBankFile } from './payouts.present.ts';
import { approvedAmount, canBecome, entriesOfPayout, nextStatus, statementKindOf } from './payouts.rules.ts';

it('has one table of transitions', { tags: ['@PAYOUT-12'] }, () => {
  const allowed = PAYOUT_STATUSES.flatMap((from) =>
    PAYOUT_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} ${to}`),
  );
  expect(allowed).toEqual([
    'draft approved',
    'draft cancelled',
    'approved sending',
    'approved failed',
    'sending approved',
    'sending paid',
    'sending failed',
    'paid reversed',
    'failed paid',
  ]);
});

it.each([
  ['sending', 'pending', undefined],
  ['sending', 'success', 'paid'],
  ['sending', 'failed', 'failed'],
  ['sending', 'reversed', 'failed'],
  ['paid', 'success', undefined],
  ['paid', 'failed', 'reversed'],
  ['paid', 'reversed', 'reversed'],
  ['failed', 'success', 'paid'],
  ['failed', 'failed', undefined],
  ['failed', 'reversed', undefined],
  ['reversed', 'success', undefined],
  ['draft', 'success', undefined],
  ['approved', 'failed', undefined],
] as const)(
  'a payout that is %s becomes, when its transfer is %s: %s',
  { tags: ['@PAYOUT-12', '@PAYOUT-14'] },
  (from, status, to) => {
    expect(nextStatus(from, { status })).toBe(to);
  },
);

it('what a payout writes sums to zero, and a failure or reversal leaves only the fee', { tags: ['@PAYOUT-14'] }, () => {
  const amounts = fc.record({
    merchant_id: fc.constant(7 as MerchantId),
    amount_kobo: fc.integer({ min: 1, max: 1_000_000_000 }).map(kobo),
    fee_kobo: fc.nat({ max: 10_000 }).map(kobo),
  });
  fc.assert(
    fc.property(amounts, fc.constantFrom('clearing' as const, 'bank' as const), (payout, source) => {
      const sums = (...statuses: Parameters<typeof entriesOfPayout>[0][]) => {
        const totals: Record<string, number> = {};
        for (const { account, amount } of statuses.flatMap((status) => entriesOfPayout(status, payout, source)))
          totals[account] = (totals[account] ?? 0) + amount;
        return totals;
      };
      for (const status of ['approved', 'paid', 'failed', 'reversed', 'late'] as const)
        expect(Object.values(sums(status)).reduce((a, b) => a + b, 0)).toBe(0);
      expect(sums('approved', 'failed')).toEqual({ payable: 0, payouts: 0 });
      expect(sums('approved', 'failed', 'late')).toEqual({ ...sums('approved', 'paid') });
      expect(sums('approved', 'paid', 'reversed')).toEqual({
        payable: 0,
        payouts: 0,
        fees: payout.fee_kobo,
        [source]: 0 - payout.fee_kobo,
      });
    }),
  );
});

it('is approved with what was drafted, or with less if less can be paid', { tags: ['@PAYOUT-10'] }, () => {
  const approve = (drafted: number, payable: number) => approvedAmount(kobo(drafted), kobo(payable), kobo(100));
  expect(approve(500, 900)).toEqual({ amount: 500 });
  expect(approve(500, 300)).toEqual({ amount: 300 });
  expect(approve(500, 99)).toEqual({ cancelled: 'Less than the minimum can be paid now.' });
  expect(approve(500, -5)).toHaveProperty('cancelled');
});

it('names every kind of transaction in a statement', () => {
  expect(['sale', 'pieces returned', 'payout failed', 'test'].map(statementKindOf)).toEqual([
    'sale',
    'return',
    'payout_returned',
    'correction',
  ]);
});

it('writes a file in which zeros stay, and no cell is a formula', { tags: ['@PAYOUT-17'] }, () => {
  const account = { bankCode: '058', accountNumber: '0012345678', accountName: '=HYPERLINK("x"), "Ada"' };
  expect(formatBankFile([{ id: 'po-1', amount: kobo(123_405), account }])).toBe(
    'reference,bank code,account number,account name,amount,currency\n' +
      'po-1,058,0012345678,"\'=HYPERLINK(""x""), ""Ada""",1234.05,NGN\n',
  );
});
