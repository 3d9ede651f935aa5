import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneNumber } from './phone.rules.ts';

test.each([
  ['0803 123 4567', 'NG', '+2348031234567'],
  ['+234 803 123 4567', 'NG', '+2348031234567'],
  ['+44 20 7946 0958', 'NG', '+442079460958'],
  ['(020) 7946-0958', 'GB', '+442079460958'],
  ['+234 803 123 4567', 'AQ', '+2348031234567'],
])('%s in %s is %s', (text, country, number) => {
  expect(phoneNumber(text, country)).toBe(number);
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
])('%j in %s is none', (text, country) => {
  expect(phoneNumber(text, country)).toBeUndefined();
});

test('gives a number as it is kept, or none, whatever it is given', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('NG', 'GB', 'US', 'ZZ', ''), (text, country) => {
      expect(phoneNumber(text, country) ?? '+23480').toMatch(/^\+\d{4,17}$/);
    }),
  );
});
