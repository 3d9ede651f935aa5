import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';

// Products that operators have taken out of the shop (docs/decisions/moderation.md). All of these need the lock of the product.

export const insertTakedown = async (
  trx: Database,
  takedown: {
    product_id: ProductId;
    merchant_id: MerchantId;
    taken_down_by: string;
    reason: string;
    was_live: boolean;
  },
): Promise<void> => {
  await trx.insertInto('product_takedown').values(takedown).execute();
};

/** Stores that the merchant asks for a review. */
export const updateAsked = async (trx: Database, productId: ProductId): Promise<void> => {
  await trx
    .updateTable('product_takedown')
    .set({ asked_at: sql`clock_timestamp()` })
    .where('product_id', '=', productId)
    .where('lifted_at', 'is', null)
    .execute();
};

/** Stores that a review has changed nothing. @param reason what the merchant should change now */
export const updateKeptDown = async (trx: Database, productId: ProductId, reason: string): Promise<void> => {
  await trx
    .updateTable('product_takedown')
    .set({ asked_at: null, decided_at: sql`clock_timestamp()`, reason })
    .where('product_id', '=', productId)
    .where('lifted_at', 'is', null)
    .execute();
};

/** Ends the takedown of a product. @returns whether the product was live before; undefined if it is not taken down */
export const liftTakedown = async (
  trx: Database,
  productId: ProductId,
  by: string,
): Promise<{ was_live: boolean } | undefined> =>
  trx
    .updateTable('product_takedown')
    .set({ lifted_at: sql`clock_timestamp()`, lifted_by: by, asked_at: null })
    .where('product_id', '=', productId)
    .where('lifted_at', 'is', null)
    .returning('was_live')
    .executeTakeFirst();

/** SQL expression for the products whose merchant asks for a review: columns `product_id` and `since`. */
export const askedReviews = sql`(
  select product_id, asked_at as since from product_takedown where asked_at is not null)`;
