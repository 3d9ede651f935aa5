import { expect, it } from 'vitest';
import { pageOfSubject } from './market-pages.ts';

it('a subject leads to its page', () => {
  expect(pageOfSubject('order 7F3KQ2M9XW4T')).toBe('/market/orders/7F3KQ2M9XW4T');
  expect(pageOfSubject('payment 7F3KQ2M9XW4T-2')).toBe('/market/orders/7F3KQ2M9XW4T');
  expect(pageOfSubject('return R4T7F3KQ2M9X')).toBe('/market/returns/R4T7F3KQ2M9X');
  expect(pageOfSubject('product 5')).toBe('/market/catalogue/moderation/5');
  expect(pageOfSubject('merchant 7')).toBe('/market/merchants/7');
  expect(pageOfSubject('account 12')).toBe('/market/customers/12');
  expect(pageOfSubject('payout batch 3')).toBe('/market/payouts/3');
  expect(pageOfSubject('payout po-81f0')).toBeUndefined();
  expect(pageOfSubject('account -')).toBeUndefined();
  expect(pageOfSubject('home')).toBeUndefined();
});
