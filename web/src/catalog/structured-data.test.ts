import { expect, it } from 'vitest';
import { shorten, structuredData } from './structured-data.ts';

it('escapes text that would end the script element', () => {
  const { children } = structuredData({ name: '</script><script>alert(1)</script>' });
  expect(children).not.toContain('<');
  expect(JSON.parse(children)).toMatchObject({ name: '</script><script>alert(1)</script>' });
});

it('cuts a long text after a whole word', () => {
  expect(shorten('word '.repeat(80))).toMatch(/^(word )+word…$/);
  expect(shorten(' Two\n\nlines ')).toBe('Two lines');
});
