import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePhoneNumber } from './phone.rules.ts';

test.each([
  ['0803 123 4567', 'NG', '+2348031234567'],
  ['+234 803 123 4567', 'NG', '+2348031234567'],
  ['+44 20 7946 0958', 'NG', '+442079460958'],
  ['(020) 7946-0958', 'GB', '+442079460958'],
  ['+234 803 123 4567', 'AQ', '+2348031234567'],
  ['08031234567', 'NG', '+2348031234567'],
  ['+234 803 123 4567', undefined, '+2348031234567'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['+44 20 7946 0018', 'NG', '+442079460018'],
  ['0244123456', 'GH', '+233244123456'],
])('%s in the country %s becomes %s', { tags: ['@ADDRESS-8'] }, (text, country, number) => {
  expect(parsePhoneNumber(text, country)).toBe(number);
});

test.each([
  ['', 'NG'],
  ['12345', 'NG'],
  ['0803 123 456', 'NG'],
  ['0803 123 4567', 'AQ'],
  ['0803 123 4567 89', 'NG'],
  ['+999 123 4567', 'NG'],
  ['call me', 'NG'],
  ['call 0803 123 4567', 'NG'],
  ['0803 123 4567 ext. 12', 'NG'],
  ['08031234567', undefined],
  ['08031234567', 'XX'],
  ['0803', 'NG'],
  ['080312345678901', 'NG'],
  ['(212) 555-0123', 'NG'],
  ['call 08031234567 now', 'NG'],
  ['+234 803 123 4567 ext. 5', 'NG'],
  ['+999 123 456 789', 'NG'],
  ['<script>', 'NG'],
])('%j in the country %s is refused', (text, country) => {
  expect(parsePhoneNumber(text, country)).toBeUndefined();
});

test('returns E.164 or undefined for any text', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('NG', 'GB', 'US', 'ZZ', ''), (text, country) => {
      expect(parsePhoneNumber(text, country) ?? '+23480').toMatch(/^\+\d{4,17}$/);
    }),
  );
});
