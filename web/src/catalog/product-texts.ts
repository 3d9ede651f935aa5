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

/** The first letters of the first two words: "ÒP" for "Òkè-Ajé Provisions". A letter keeps its marks. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => /^\P{M}\p{M}*/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();

/** The paragraphs of a text in which blank lines part them. */
export const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
