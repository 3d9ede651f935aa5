import { expect, test } from 'vitest';
import { pictureSources } from './picture-sources.ts';

test('offers every width of a stored picture in both formats', () => {
  const sources = pictureSources('/media/goods/garri-1/400.webp', 'goods');
  expect(sources?.avif).toMatch(
    /^\/media\/goods\/garri-1\/160\.avif 160w, .* \/media\/goods\/garri-1\/800\.avif 800w$/,
  );
  expect(sources?.webp.split(', ')).toHaveLength(7);
  expect(sources?.webp).not.toContain('1600');
  expect(pictureSources('/media/b/800.webp', 'banner')?.webp).toContain('/media/b/1600.webp 1600w');
});

test('leaves other addresses as they are', () => {
  expect(pictureSources('https://elsewhere.example/a.jpg', 'goods')).toBeUndefined();
  expect(pictureSources('/media/x/original.png', 'goods')).toBeUndefined();
});
