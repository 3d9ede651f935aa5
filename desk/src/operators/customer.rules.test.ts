import { expect, it } from 'vitest';
import { isSameEmail, readCustomerSearch } from './customer.rules.ts';

it.for([
  ['a', undefined],
  [' ada@people.example ', { email: 'ada@people.example' }],
  ['7f3k q2m9 xw4t', { order: '7F3KQ2M9XW4T' }],
  ['7F3KQ2M9XW4T-1', { order: '7F3KQ2M9XW4T' }],
  ['Ada Obi', { name: 'Ada Obi' }],
  ['Abdulrahmann', { name: 'Abdulrahmann' }],
] as const)('reads %s', ([text, query]) => {
  expect(readCustomerSearch(text)).toEqual(query);
});

it('compares addresses without upper and lower case', () => {
  expect(isSameEmail(' Ada@People.example', 'ada@people.example')).toBe(true);
  expect(isSameEmail('ada@people', 'ada@people.example')).toBe(false);
});
