import { describe, expect, it } from 'vitest';
import { splitAtLinks, toPlainText } from './linked-text.ts';

describe('a text of the content files', () => {
  it('is split at its links', () => {
    expect(splitAtLinks('Write to [us](mailto:a@b.example), or see [here](/faqs#cancel).')).toEqual([
      { text: 'Write to ' },
      { text: 'us', href: 'mailto:a@b.example' },
      { text: ', or see ' },
      { text: 'here', href: '/faqs#cancel' },
      { text: '.' },
    ]);
  });

  it('without links is not changed, even when it has brackets', () => {
    for (const text of ['Prices are in naira (₦).', 'a [b] (c)', '[](x)', '']) {
      expect(
        splitAtLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
      expect(splitAtLinks(text).some(({ href }) => href !== undefined)).toBe(false);
    }
  });

  it('becomes plain text with numbered steps', () => {
    const blocks = ['See [here](/help).', { title: 'Do', steps: ['one', 'two'] }, { points: ['a'] }];
    expect(toPlainText([...blocks, { facts: [{ term: '7 days', text: 'for all' }] }])).toBe(
      'See here.\nDo\n1. one\n2. two\na\n7 days: for all',
    );
  });
});
