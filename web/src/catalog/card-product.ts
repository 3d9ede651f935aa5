import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';

/** The fields of a product that a card shows. */
export type CardProduct = Pick<
  Product,
  | 'id'
  | 'title'
  | 'weight'
  | 'price'
  | 'display_price'
  | 'converted_price'
  | 'discount_percentage'
  | 'stock'
  | 'is_new'
  | 'category'
> & {
  /** The meaning of a local name in the title. */
  gloss?: string | null;
  /** Only the first is used. */
  products_images: readonly { image_url: string }[];
};

/** Selects the fields of a card, because each page also contains its products as hydration data. */
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
  category: product.category,
  ...(product.gloss && { gloss: product.gloss }),
  products_images: product.products_images.slice(0, 1).map(({ image_url }) => ({ image_url })),
});
