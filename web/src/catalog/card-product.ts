import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';

/** What a card needs of a product. */
export type CardProduct = Pick<
  Product,
  'id' | 'title' | 'weight' | 'price' | 'display_price' | 'converted_price' | 'discount_percentage' | 'stock' | 'is_new'
> & {
  /** Only the first is shown. */
  products_images: readonly { image_url: string }[];
};

/** Leaves away what no card shows: each page carries its products to the browser once more, as data. */
export const cardProduct = (product: CardProduct): CardProduct => ({
  id: product.id,
  title: product.title,
  weight: product.weight,
  price: product.price,
  display_price: product.display_price,
  converted_price: product.converted_price,
  discount_percentage: product.discount_percentage,
  stock: product.stock,
  is_new: product.is_new,
  products_images: product.products_images.slice(0, 1).map(({ image_url }) => ({ image_url })),
});
