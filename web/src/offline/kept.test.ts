import { expect, test } from 'vitest';
import { keptText, readKept } from './kept.ts';

test('a page is as the worker marked it', () => {
  expect(readKept('offline 1763680000000')).toEqual({ why: 'offline', at: 1763680000000 });
  expect(readKept('slow 1')).toEqual({ why: 'slow', at: 1 });
  expect(readKept('offline')).toEqual({ why: 'offline' });
  for (const mark of [undefined, '', 'offline soon', 'gone 1']) expect(readKept(mark)).toBeNull();
});

test('the bar says why, and since when where that is known', () => {
  const time = (at: number) => `day ${at}`;
  expect(keptText({ why: 'offline' }, time)).toBe('You are offline.');
  expect(keptText({ why: 'slow', at: 7 }, time)).toBe('The network is slow. What you see was kept on day 7.');
});
