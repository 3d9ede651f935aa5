import { expect, it } from 'vitest';
import { addSearch, markWords, matchesAll, moveActive, parseSearches, toWords } from './find.rules.ts';

const mark = (text: string, query: string): string =>
  markWords(text, toWords(query))
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

it('words are marked whatever their accents', () => {
  expect(mark('Ìjẹ̀bú garri, extra sour', 'ijebu gar')).toBe('[Ìjẹ̀bú] [gar]ri, extra sour');
  expect(mark('I\u0300je\u0323\u0300bu\u0301', 'ije')).toBe('[I\u0300je\u0323\u0300]bu\u0301');
  expect(mark('Lagos', 'xyz')).toBe('Lagos');
  expect(mark('Lagos', '')).toBe('Lagos');
  expect(mark('', 'a')).toBe('');
});

it('commands match by the beginnings of their words', () => {
  expect(matchesAll('Add a product', toWords('prod add'))).toBe(true);
  expect(matchesAll('Add a product', toWords('duct'))).toBe(false);
  expect(matchesAll('Add a product', [])).toBe(true);
});

it('the arrows go round', () => {
  expect(moveActive(0, -1, 3)).toBe(2);
  expect(moveActive(2, 1, 3)).toBe(0);
});

it('the last searches are kept once each', () => {
  expect(addSearch(['garri', 'Tunde'], 'Garri')).toEqual(['Garri', 'Tunde']);
  expect(addSearch(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd']);
  expect(parseSearches(['a', 1, 'b'])).toEqual(['a', 'b']);
  expect(parseSearches('a')).toEqual([]);
});
