import type { OperatorApplication } from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { expect, it } from 'vitest';
import { assess } from './application.rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const application = {
  applicant: { account_created_at: '2026-11-04T12:00:00Z' },
  bank_account: { account_name: 'ADE BOLA', is_name_similar: true },
  products: { total: 3, with_pictures: 2 },
  registration_number: 'RC 12',
  cover_url: '/media/cover.webp',
  other_stores: [],
} as unknown as OperatorApplication;

const against = (changed: Partial<OperatorApplication>) =>
  assess({ ...application, ...changed }, NOW)
    .filter(({ isGood }) => !isGood)
    .map(({ text }) => text);

it('a complete application has nothing against it', () => {
  expect(against({})).toEqual([]);
  expect(assess(application, NOW).map(({ text }) => text)).toContain('The owner has had an account for 20 days.');
});

it('what is missing or strange speaks against an application', () => {
  expect(against({ applicant: null, bank_account: null, registration_number: null })).toEqual([
    'The account of the owner is deleted.',
    'There is no bank account.',
    'It gives no number of a registered business.',
  ]);
  expect(against({ products: { total: 0, with_pictures: 0 } })).toEqual(['No product is prepared.']);
  const other = { merchant_id: 9, store_name: 'Yam House', suspended_at: null };
  expect(
    against({
      other_stores: [
        { ...other, state: 'declined', shares: ['account', 'phone'] },
        { ...other, state: 'approved', shares: ['account'] },
      ],
    }),
  ).toEqual(['It shares the owner and the phone number with Yam House, which was declined.']);
});
