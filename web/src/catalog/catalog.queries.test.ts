import { expect, it } from 'vitest';
import { leadWithAvailable } from './catalog.queries.ts';

it('a block of the home page shows products in stock first, and of these the ones with a picture', {
  tags: ['@HOME-56'],
}, () => {
  const product = (id: number, stock: number, pictures: number) => ({
    id,
    stock,
    products_images: Array.from({ length: pictures }, () => ({ image_url: '', alt: '' })),
  });
  const list = [product(1, 0, 1), product(2, 3, 0), product(3, 1, 1), product(4, 0, 0), product(5, 9, 2)];
  expect(leadWithAvailable(list).map(({ id }) => id)).toEqual([3, 5, 2, 1, 4]);
});
