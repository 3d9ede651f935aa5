import { kobo } from '@sokuwa/contract/money.ts';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { getMerchantTerms } from './merchant-terms.ts';

const { orders, payouts } = readConfig({});
const textOf = ({ sections }: ReturnType<typeof getMerchantTerms>): string =>
  sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join('\n');

it('the terms have the values of the settings', { tags: ['@JOIN-8'] }, () => {
  const text = textOf(getMerchantTerms({ orders, payouts }));
  for (const part of ['10% of the price', 'every Monday', '₦5,000', '30 days after they have arrived', 'counterfeit'])
    expect(text).toContain(part);
  const other = getMerchantTerms({
    orders: { ...orders, commissionPerMille: 85 },
    payouts: { ...payouts, weekday: 0, minimumKobo: kobo(1_000_000) },
  });
  for (const part of ['8.5% of the price', 'when a payout is made', '₦10,000']) expect(textOf(other)).toContain(part);
});

it('the version of the terms is another one with each word and value', { tags: ['@JOIN-8'] }, () => {
  const { version } = getMerchantTerms({ orders, payouts });
  // A change of the text that means something needs a higher number before the hyphen: EDITION.
  expect(version).toBe('1-8380c700');
  expect(getMerchantTerms({ orders, payouts }).version).toBe(version);
  expect(getMerchantTerms({ orders: { ...orders, commissionPerMille: 101 }, payouts }).version).not.toBe(version);
});
