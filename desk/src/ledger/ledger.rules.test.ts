import { expect, it } from 'vitest';
import { parseDay } from '../lib/days.ts';
import { nameAccount, parseAccount } from './account-names.ts';
import { addDays, countFindings, nameRequester, toBookDay } from './ledger.rules.ts';

it('days of the books are those of UTC', () => {
  expect(toBookDay(new Date('2026-11-28T00:30:00+01:00'))).toBe('2026-11-27');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(parseDay('2026-11-27')).toBe('2026-11-27');
  expect(parseDay('2026-13-27')).toBeUndefined();
  expect(parseDay('yesterday')).toBeUndefined();
});

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
