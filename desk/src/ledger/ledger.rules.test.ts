import { expect, it } from 'vitest';
import { nameAccount, parseAccount } from './account-names.ts';
import { countFindings, nameRequester } from './ledger.rules.ts';

it('debts of merchants are no finding', () => {
  const report = {
    unbalanced: [{ cause: 'sale 1', sum: 1 }],
    differences: [],
    overpaid: [{ merchant_id: 7, amount: 2 }],
  };
  expect(countFindings(report)).toBe(2);
});

it('accounts and requesters have names', () => {
  expect(nameAccount('clearing')).toBe('Payment provider');
  expect(nameAccount('unknown')).toBe('unknown');
  expect(parseAccount('held')).toBe('held');
  expect(parseAccount('')).toBeUndefined();
  expect(nameRequester('shop')).toBe('the daily check');
  expect(nameRequester('account 12')).toBe('operator 12');
  expect(nameRequester('cli:root')).toBe('cli:root');
});
