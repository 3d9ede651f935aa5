import type { Cart, CartLine } from '@sokuwa/contract/cart/cart.schemas.ts';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { type Kobo, kobo, nairaText } from '@sokuwa/contract/money.ts';
import type { CartProductRow } from './cart.sql.ts';

const total = (row: CartProductRow, quantity: number): Kobo => kobo(row.sale_kobo * quantity);

const presentLine = (row: CartProductRow, quantity: number): CartLine => ({
  product_id: row.id,
  title: row.title,
  image: row.picture_key === null ? '' : pictureUrl(row.picture_key, 400, 'webp'),
  quantity,
  price: nairaText(row.sale_kobo),
  total: nairaText(total(row, quantity)),
  weight: row.weight_grams / 1000,
});

/** A cart with its lines; the subtotal is the sum of the totals, in naira (1-shopping, section 3). */
export const presentCart = (lines: { row: CartProductRow; quantity: number }[]): Cart => ({
  cart: lines.map(({ row, quantity }) => presentLine(row, quantity)),
  subtotal: lines.reduce((sum, { row, quantity }) => sum + total(row, quantity), 0) / 100,
});
