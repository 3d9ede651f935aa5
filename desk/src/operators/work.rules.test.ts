import { expect, it } from 'vitest';
import { describeWork, sayWork } from './work.rules.ts';

const now = new Date('2026-11-24T10:42:00Z');
const work = { count: 2, merchants: null, oldest: '2026-11-23T08:00:00Z', due: null, amount: null };

it('says how many wait, as far as they are counted', () => {
  expect(sayWork({ kind: 'payments_held', count: 1 }, 1000)).toBe('1 payment is held');
  expect(sayWork({ kind: 'mails_unsent', count: 1000 }, 1000)).toBe('1,000 or more mails could not be sent');
});

it('says deadline, sum, merchants and age of what waits', () => {
  expect(describeWork({ ...work, amount: 45_700.5 }, now)).toBe('₦45,700.50 together, the oldest waits 1 day.');
  expect(describeWork({ ...work, count: 1, due: '2026-11-25T16:00:00Z', amount: 10 }, now)).toBe(
    'Due tomorrow 17:00, ₦10, waits 1 day.',
  );
  expect(describeWork({ ...work, due: '2026-11-24T09:00:00Z' }, now)).toBe(
    'Was due today 10:00, the oldest waits 1 day.',
  );
  expect(describeWork({ ...work, count: 1, oldest: now.toISOString() }, now)).toBe('Came just now.');
  expect(describeWork({ ...work, merchants: 2 }, now)).toBe('Of 2 merchants, the oldest waits 1 day.');
});
