import { describe, expect, it } from 'vitest';
import { plainText, stretches } from './words.ts';

describe('a text of the content files', () => {
  it('is cut at its links', () => {
    expect(stretches('Write to [us](mailto:a@b.example), or see [here](/faqs#cancel).')).toEqual([
      { words: 'Write to ' },
      { words: 'us', href: 'mailto:a@b.example' },
      { words: ', or see ' },
      { words: 'here', href: '/faqs#cancel' },
      { words: '.' },
    ]);
  });

  it('without links is one stretch, whatever brackets it has', () => {
    for (const text of ['Prices are in naira (₦).', 'a [b] (c)', '[](x)', '']) {
      expect(
        stretches(text)
          .map(({ words }) => words)
          .join(''),
      ).toBe(text);
      expect(stretches(text).some(({ href }) => href !== undefined)).toBe(false);
    }
  });

  it('is plain for search engines, with steps counted', () => {
    const blocks = ['See [here](/help).', { title: 'Do', steps: ['one', 'two'] }, { points: ['a'] }];
    expect(plainText([...blocks, { facts: [{ term: '7 days', words: 'for all' }] }])).toBe(
      'See here.\nDo\n1. one\n2. two\na\n7 days: for all',
    );
  });
});
