import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';

/** Parses '15%' to 15; 0 without a discount. */
export const discountPercent = ({ discount_percentage }: Pick<Product, 'discount_percentage'>): number =>
  Number.parseInt(discount_percentage, 10) || 0;

/** The original price to strike through; undefined when the discount is '0%'. */
export const formatOldPrice = (product: Pick<Product, 'discount_percentage' | 'price'>): string | undefined =>
  discountPercent(product) === 0 ? undefined : formatNairaPrice(product.price);

/** @param weight kilograms */
export const formatWeight = (weight: number): string => `${weight} kg`;

// Not Intl: a slow phone needs 50 ms for the first formatter.
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** 'March 2016'. @param date ISO 8601, UTC */
export const formatMonth = (date: string): string => {
  const day = new Date(date);
  return `${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
};

/** The initials of the first two words, with diacritics: "ÒP" for "Òkè-Ajé Provisions". */
export const getInitials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => /^\P{M}\p{M}*/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();

/** Splits a text at blank lines. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
