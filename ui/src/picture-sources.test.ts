import { expect, test } from 'vitest';
import { pictureSources } from './picture-sources.ts';

test('offers every width of a stored picture in both formats', () => {
  const sources = pictureSources('/media/goods/garri-1/400.webp', 'product');
  expect(sources?.avif).toMatch(
    /^\/media\/goods\/garri-1\/160\.avif 160w, .* \/media\/goods\/garri-1\/800\.avif 800w$/,
  );
  expect(sources?.webp.split(', ')).toHaveLength(7);
  expect(sources?.webp).not.toContain('1600');
  expect(pictureSources('/media/b/800.webp', 'banner')?.webp).toContain('/media/b/1600.webp 1600w');
});

test('with the data saver on, offers only small widths, all of them in the full list too', () => {
  for (const kind of ['card', 'product', 'banner'] as const) {
    const all = pictureSources('/media/b/800.webp', kind)?.webp.split(', ') ?? [];
    const small = pictureSources('/media/b/800.webp', kind, true)?.webp.split(', ') ?? [];
    expect(small.length).toBeGreaterThan(0);
    expect(all).toEqual(expect.arrayContaining(small));
    const widest = (set: string[]) => Math.max(...set.map((entry) => Number(/ (\d+)w$/.exec(entry)?.[1])));
    expect(widest(small)).toBeLessThanOrEqual(widest(all) / 2);
  }
});

test('returns undefined for any other URL', () => {
  expect(pictureSources('https://elsewhere.example/a.jpg', 'product')).toBeUndefined();
  expect(pictureSources('/media/x/original.png', 'product')).toBeUndefined();
});
