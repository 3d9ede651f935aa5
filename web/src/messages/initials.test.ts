import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';
import { formatMessageDate } from './message-date.ts';

it.each([
  ['Balogun Textiles', 'BT'],
  ['  mile   twelve fresh ', 'MTF'],
  ['ọjà ọba', 'ỌỌ'],
  ['🍠 yam', '🍠Y'],
  ['Ada', 'A'],
  ['', '?'],
  ['  ', '?'],
])('the initials of %j are %s', { tags: ['@MESSAGE-10'] }, (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('formats the time of a message in US English: short month, day, year, hour and minute', {
  tags: ['@MESSAGE-9'],
}, () => {
  const timestamp = new Date(2026, 2, 4, 18, 5).toISOString();
  expect(formatMessageDate(timestamp)).toBe('Mar 4, 2026, 6:05 PM');
  expect(formatMessageDate('nonsense')).toBe('');
});
