import type { Cart, CartLine } from '@sokuwa/contract/cart/cart.schemas.ts';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { formatNairaAmount, type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { CartLineRow } from './cart.sql.ts';

const computeLineTotal = ({ sale_kobo, quantity }: CartLineRow): Kobo => kobo(sale_kobo * quantity);

const presentLine = (row: CartLineRow): CartLine => ({
  ...(row.line !== null && { id: row.line }),
  product_id: row.productId,
  title: row.title,
  image: row.picture_key === null ? '' : pictureUrl(row.picture_key, 400, 'webp'),
  quantity: row.quantity,
  price: formatNairaAmount(row.sale_kobo),
  total: formatNairaAmount(computeLineTotal(row)),
  weight: row.weight_grams / 1000,
  stock: row.stock,
  available: row.stock >= row.quantity,
});

/** A cart with its lines; the subtotal is the sum of the totals, in naira (CART-7, CART-8). */
export const presentCart = (lines: readonly CartLineRow[]): Cart => ({
  cart: lines.map(presentLine),
  subtotal: lines.reduce((sum, row) => sum + computeLineTotal(row), 0) / 100,
});
