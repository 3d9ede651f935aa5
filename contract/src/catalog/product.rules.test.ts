import { describe, expect, test } from 'vitest';
import { kobo } from '../money.ts';
import { computeSaleKobo, slugify, tidyLine, tidyText } from './product.rules.ts';

describe('a line of text', () => {
  test.each([
    ['  a \t b\u00a0\u2003c  ', 'a b c'],
    ['a\nb\n\nc', 'a b c'],
    ['a\u0000b\u0008c\u001fd\u007fe\u009ff\ufeffg\uffffh\ufffei', 'abcdefghi'],
    ['a\u000bb\u000cc', 'abc'],
    ['ọ̀gì 素 😀', 'ọ̀gì 素 😀'],
    ['', ''],
  ])('%j is %j', (text, tidy) => {
    expect(tidyLine(text)).toBe(tidy);
  });
});

describe('a text of several lines', () => {
  test.each([
    ['a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['a\n\n\n\nb\n\nc', 'a\n\nb\n\nc'],
    ['  a  b \n  c\t\n', 'a b\nc'],
    ['a\u0000b', 'ab'],
    ['a \n \n b', 'a\n\nb'],
    ['a \nb\n c', 'a\nb\nc'],
  ])('%j is %j', (text, tidy) => {
    expect(tidyText(text)).toBe(tidy);
  });
});

test.each([
  ['Puna Yam', 'puna-yam'],
  ['  Ọ̀gbọ̀nọ̀ & Ẹ̀gúsí!  ', 'ogbono-egusi'],
  ['a---b__c', 'a-b-c'],
  ['-x-', 'x'],
  ['素 5', '素-5'],
  ['!?', ''],
])('the handle of %j is %j', (text, handle) => {
  expect(slugify(text)).toBe(handle);
});

test.each([
  [10_000, 0, 10_000],
  [10_000, 15, 8500],
  // The discount is rounded up.
  [101, 50, 50],
  [1, 99, 0],
])('%i kobo less %i %% is %i', (price, percent, sale) => {
  expect(computeSaleKobo(kobo(price), percent)).toBe(sale);
});
