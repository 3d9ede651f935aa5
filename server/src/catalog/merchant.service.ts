import type { Database, DryRunOption } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { makeSellerToken } from '../platform/seller-tokens.ts';

/** A merchant as an operator words it. `country` is a code of the shop's countries, `cover_key` of a stored picture. */
export type NewMerchant = {
  slug: string;
  name: string;
  place: string;
  country: string;
  email: string | null;
  cover_key: string | null;
};

/**
 * Makes a merchant that sells from today on.
 * @returns its id (undefined on a dry run), or why it cannot be created
 */
export const createMerchant = async (
  db: Database,
  merchant: NewMerchant,
  { dryRun }: DryRunOption,
): Promise<{ id: number | undefined } | 'taken' | 'no such country'> => {
  const country = await db.selectFrom('country').select('code').where('code', '=', merchant.country).executeTakeFirst();
  if (!country) return 'no such country';
  if (dryRun) {
    const taken = await db.selectFrom('merchant').select('id').where('slug', '=', merchant.slug).executeTakeFirst();
    return taken ? 'taken' : { id: undefined };
  }
  const made = await db
    .insertInto('merchant')
    .values({ ...merchant, since: new Date().toISOString().slice(0, 10) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made ?? 'taken';
};

/**
 * Makes a merchant's own token; the one before opens nothing any more.
 * @returns the merchant's name with the token (undefined on a dry run); undefined without such a merchant
 */
export const giveToken = async (
  db: Database,
  merchantId: MerchantId,
  { dryRun }: DryRunOption,
): Promise<{ name: string; token: string | undefined } | undefined> => {
  const merchant = await db.selectFrom('merchant').select('name').where('id', '=', merchantId).executeTakeFirst();
  if (!merchant) return undefined;
  return { name: merchant.name, token: dryRun ? undefined : await makeSellerToken(db, merchantId) };
};

/**
 * Says where a merchant is written to.
 * @param email null: nowhere
 * @returns the merchant's name; undefined without such a merchant
 */
export const changeEmail = async (
  db: Database,
  merchantId: MerchantId,
  email: string | null,
  { dryRun }: DryRunOption,
): Promise<{ name: string } | undefined> => {
  if (!dryRun) await db.updateTable('merchant').set({ email }).where('id', '=', merchantId).execute();
  return db.selectFrom('merchant').select('name').where('id', '=', merchantId).executeTakeFirst();
};
