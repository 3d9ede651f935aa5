import type { Kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** A product as a cart line needs it. */
export type CartProductRow = {
  id: number;
  title: string;
  weight_grams: number;
  sale_kobo: Kobo;
  stock: number;
  picture_key: string | null;
};

export const selectCartProduct = async (db: Database, id: number): Promise<CartProductRow | undefined> => {
  const { rows } = await sql<CartProductRow>`
    select id, title, weight_grams, sale_kobo, stock,
      (select key from product_picture where product_id = product.id order by position limit 1) as picture_key
    from product where id = ${id}`.execute(db);
  return rows[0];
};
