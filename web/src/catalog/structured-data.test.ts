import { expect, it } from 'vitest';
import { shortened, structuredData } from './structured-data.ts';

it('cannot be broken out of by a text', () => {
  const { children } = structuredData({ name: '</script><script>alert(1)</script>' });
  expect(children).not.toContain('<');
  expect(JSON.parse(children)).toMatchObject({ name: '</script><script>alert(1)</script>' });
});

it('cuts a long text after a word', () => {
  expect(shortened('word '.repeat(80))).toMatch(/^(word )+word…$/);
  expect(shortened(' Two\n\nlines ')).toBe('Two lines');
});
