import { expect, it } from 'vitest';
import { hasWordStartingWith, normalizeSearchText } from './search-text.ts';

it.each([
  ['São Paulo', 'sao paulo'],
  ['Ọ̀yọ́', 'oyo'],
  ['Møre og Romsdal', 'more og romsdal'],
  ['İzmir', 'izmir'],
  ['N’Djamena', "n'djamena"],
  ['Łódź', 'lodz'],
])('%s is normalized to %s', (text, normalized) => {
  expect(normalizeSearchText(text)).toBe(normalized);
});

it.each([
  ['lagos', 'la', true],
  ['new york', 'yo', true],
  ["n'djamena", 'dj', true],
  ['festac town', 'n', false],
  ['lagos', 'gos', false],
  ['alagba la', 'la', true],
  ['lagos', '', true],
])('in "%s" a word starts with "%s": %s', (text, query, expected) => {
  expect(hasWordStartingWith(text, query)).toBe(expected);
});
