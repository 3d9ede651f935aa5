import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkPages, parsePage } from './paging.ts';

describe('parsePage', () => {
  it('returns the first page for a query without a page', () => {
    expect(parsePage(undefined)).toBe(1);
  });

  it('reads every page number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (page) => {
        expect(parsePage(String(page))).toBe(page);
      }),
    );
  });

  it.each(['0', '-1', '+1', 'abc', '1e99', '2.5', '', ' 1', '1 ', '01', '1,2', '0x1', '١', '100000000', '1\n', 'NaN'])(
    'refuses %j',
    (text) => {
      expect(parsePage(text)).toBeNull();
    },
  );

  it('returns an integer from 1, or null, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-.,e x\0\n١') }), (text) => {
        const page = parsePage(text);
        expect(page === null || (Number.isSafeInteger(page) && page >= 1)).toBe(true);
      }),
    );
  });
});

describe('linkPages', () => {
  const links = (page: number, count: number) => linkPages({ page, size: 10, count }, (to) => `?page=${to}`);

  it('links the pages before and after', () => {
    expect(links(1, 25)).toEqual({ next: '?page=2', previous: null });
    expect(links(2, 25)).toEqual({ next: '?page=3', previous: '?page=1' });
    expect(links(3, 25)).toEqual({ next: null, previous: '?page=2' });
  });

  it('an empty list has a first page, and a page beyond the last one is refused', () => {
    expect(links(1, 0)).toEqual({ next: null, previous: null });
    expect(links(2, 0)).toMatchObject({ refused: 'invalid_page' });
    expect(links(2, 10)).toMatchObject({ refused: 'invalid_page' });
    expect(links(2, 11)).toEqual({ next: null, previous: '?page=1' });
  });
});
