import { countryExists } from '../geo/index.ts';
import { type ApiClient, createApiToken } from '../platform/api-tokens.ts';
import type { Database, DryRunOption } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import * as store from './merchants.sql.ts';

/** Input for a new merchant. `country` is a country code of the shop, `cover_key` the key of a stored picture. */
export type NewMerchant = {
  slug: string;
  name: string;
  place: string;
  country: string;
  email: string | null;
  cover_key: string | null;
};

/** Creates a merchant, active from today. @returns its id (undefined on a dry run), or why it cannot be created */
export const createMerchant = async (
  db: Database,
  merchant: NewMerchant,
  { dryRun }: DryRunOption,
): Promise<{ id: MerchantId | undefined } | 'taken' | 'no such country'> => {
  if (!(await countryExists(db, merchant.country))) return 'no such country';
  if (dryRun) return (await store.selectSellers(db, [merchant.slug])).size > 0 ? 'taken' : { id: undefined };
  const since = new Date().toISOString().slice(0, 10);
  const [inserted] = await store.insertMerchants(db, [{ ...merchant, since }]);
  return inserted ? { id: inserted.id } : 'taken';
};

/**
 * Creates an API token for a program of the merchant, and revokes the previous one with this name.
 * @returns the merchant's name and the token (undefined on a dry run); undefined if the merchant does not exist
 */
export const issueToken = async (
  db: Database,
  merchantId: MerchantId,
  token: Pick<ApiClient, 'name' | 'scope'>,
  { dryRun }: DryRunOption,
): Promise<{ name: string; token: string | undefined } | undefined> => {
  const merchant = await store.selectMerchantContact(db, merchantId);
  if (!merchant) return undefined;
  return { name: merchant.name, token: dryRun ? undefined : await createApiToken(db, { merchantId, ...token }) };
};

/**
 * Sets the merchant's email address.
 * @param email null removes the address
 * @returns the merchant's name; undefined if the merchant does not exist
 */
export const changeEmail = async (
  db: Database,
  merchantId: MerchantId,
  email: string | null,
  { dryRun }: DryRunOption,
): Promise<{ name: string } | undefined> => {
  if (!dryRun) await store.updateMerchantEmail(db, merchantId, email);
  const merchant = await store.selectMerchantContact(db, merchantId);
  return merchant && { name: merchant.name };
};
