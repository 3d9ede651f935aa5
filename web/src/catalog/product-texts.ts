import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { kobo, nairaText } from '@sokuwa/contract/money.ts';

/** 15 for '15%'; 0 where there is none. */
export const discountPercent = ({ discount_percentage }: Pick<Product, 'discount_percentage'>): number =>
  Number.parseInt(discount_percentage, 10) || 0;

/** The price before the discount, to be struck through; undefined when the discount is '0%'. */
export const oldPriceText = (product: Pick<Product, 'discount_percentage' | 'price'>): string | undefined =>
  discountPercent(product) === 0 ? undefined : `₦${nairaText(kobo(Math.round(product.price * 100)))}`;

/** @param weight kilograms */
export const weightText = (weight: number): string => `${weight} kg`;
