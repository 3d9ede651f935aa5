import { countryExists } from '../geo/index.ts';
import { type ApiClient, createApiToken, revokeApiToken } from '../platform/api-tokens.ts';
import { type ActOptions, acted, merchantSubject, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { replaceEmail } from './merchant-email.service.ts';
import * as store from './merchants.sql.ts';
import { lockCatalogKeys, lockCounts } from './products.sql.ts';

/** Merchants in one page of an operator's list. */
export const MERCHANTS_PAGE_SIZE = 50;

/** Input for a new merchant. `country` is a country code of the shop, `cover_key` the key of a stored picture. */
export type NewMerchant = {
  slug: string;
  name: string;
  place: string;
  country: string;
  email: string | null;
  cover_key: string | null;
};

/** Creates a merchant, active from today. @returns its id; unknown_country; merchant_exists if its slug is taken */
export const createMerchant = (
  db: Database,
  merchant: NewMerchant,
  options: ActOptions,
): Promise<{ id: MerchantId } | Refused<'merchant_exists' | 'unknown_country'>> =>
  runAct(db, options, async (trx) => {
    if (!(await countryExists(trx, merchant.country))) return refuse('unknown_country');
    const since = new Date().toISOString().slice(0, 10);
    await store.lockStoreNames(trx);
    const [inserted] = await store.insertMerchants(trx, [{ ...merchant, since }]);
    if (!inserted) return refuse('merchant_exists');
    const { id } = inserted;
    return acted({ id }, { action: 'merchants create', subject: merchantSubject(id), after: merchant });
  });

/**
 * Creates an API token for a program of the merchant, and revokes the previous one with this name.
 * @returns the merchant's name and the token; not_found if the merchant does not exist
 */
export const issueToken = (
  db: Database,
  merchantId: MerchantId,
  token: Pick<ApiClient, 'name' | 'scope'>,
  options: ActOptions,
): Promise<{ name: string; token: string } | Refused<'not_found'>> =>
  runAct(db, options, async (trx) => {
    const merchant = await store.selectMerchantContact(trx, merchantId);
    if (!merchant) return refuse('not_found');
    const created = await createApiToken(trx, { merchantId, ...token });
    return acted(
      { name: merchant.name, token: created },
      { action: 'merchants token', subject: merchantSubject(merchantId), after: token },
    );
  });

/** Revokes an API token of the merchant. @returns its name; not_found if the merchant has no such token */
export const revokeToken = (
  db: Database,
  merchantId: MerchantId,
  name: string,
  options: ActOptions,
): Promise<{ name: string } | Refused<'not_found'>> =>
  runAct(db, options, async (trx) =>
    (await revokeApiToken(trx, { merchantId, name }))
      ? acted({ name }, { action: 'merchants revoke-token', subject: merchantSubject(merchantId), before: { name } })
      : refuse('not_found'),
  );

/**
 * Sets the merchant's email address, which is mailed to the old and the new one (MERCHANT-60).
 * @param email null removes the address
 * @returns the merchant's name; not_found if the merchant does not exist
 */
export const changeEmail = (
  db: Database,
  merchantId: MerchantId,
  email: string | null,
  options: ActOptions,
): Promise<{ name: string } | Refused<'not_found'>> =>
  runAct(db, options, async (trx) => {
    const merchant = await replaceEmail(trx, merchantId, email);
    if (!merchant) return refuse('not_found');
    const change = { before: { email: merchant.before }, after: { email } };
    return acted(
      { name: merchant.name },
      { action: 'merchants email', subject: merchantSubject(merchantId), ...change },
    );
  });

/**
 * Sets the shop's commission on the merchant's sales, for orders that are placed from now on (BOOKS-5).
 * @param perMille 0 to 1000; null: the default of the settings
 * @returns the merchant's name; not_found if the merchant does not exist
 */
export const changeCommission = (
  db: Database,
  merchantId: MerchantId,
  perMille: number | null,
  options: ActOptions,
): Promise<{ name: string; before: number | null; after: number | null } | Refused<'not_found'>> =>
  runAct(db, options, async (trx) => {
    const merchant = await store.lockMerchant(trx, merchantId);
    if (!merchant) return refuse('not_found');
    const { name, commission_per_mille: before } = merchant;
    await store.updateCommission(trx, merchantId, perMille);
    const change = { before: { per_mille: before }, after: { per_mille: perMille } };
    return acted(
      { name, before, after: perMille },
      { action: 'merchants commission', subject: merchantSubject(merchantId), ...change },
    );
  });

/**
 * Takes a merchant's products out of the shop (docs/decisions/suspended-merchants.md). What was paid before can still be shipped.
 * @returns the merchant's name, and how many products were taken out; merchant_is_suspended if it is so already; merchant_not_approved;
 *   not_found if it does not exist
 */
export const suspendMerchant = (
  db: Database,
  merchantId: MerchantId,
  options: ActOptions,
): Promise<
  { name: string; products: number } | Refused<'merchant_is_suspended' | 'merchant_not_approved' | 'not_found'>
> =>
  runAct(db, options, async (trx) => {
    // As an import, which changes counts before it adds products of the merchant: both need the counts and the merchant.
    await lockCatalogKeys(trx);
    await store.lockProductsOf(trx, merchantId);
    await lockCounts(trx);
    const merchant = await store.lockMerchant(trx, merchantId);
    if (!merchant) return refuse('not_found');
    if (merchant.state !== 'approved') return refuse('merchant_not_approved');
    if (merchant.suspended_at !== null) return refuse('merchant_is_suspended');
    const products = await store.moveProductsOut(trx, merchantId);
    await store.updateSuspension(trx, merchantId, new Date());
    const { name } = merchant;
    return acted(
      { name, products },
      { action: 'merchants suspend', subject: merchantSubject(merchantId), after: { products } },
    );
  });

/**
 * Puts the products of a suspended merchant back into the shop, as they were.
 * @returns the merchant's name, and how many products were put back; merchant_not_suspended; merchant_not_approved; not_found if it does not exist
 */
export const unsuspendMerchant = (
  db: Database,
  merchantId: MerchantId,
  options: ActOptions,
): Promise<
  { name: string; products: number } | Refused<'merchant_not_suspended' | 'merchant_not_approved' | 'not_found'>
> =>
  runAct(db, options, async (trx) => {
    await lockCatalogKeys(trx);
    // A cancellation that returns pieces to these products takes its locks in this order too.
    await store.lockSuspendedProductsOf(trx, merchantId);
    await lockCounts(trx);
    const merchant = await store.lockMerchant(trx, merchantId);
    if (!merchant) return refuse('not_found');
    if (merchant.state !== 'approved') return refuse('merchant_not_approved');
    if (merchant.suspended_at === null) return refuse('merchant_not_suspended');
    // First, because a suspended merchant can have no products in the shop.
    await store.updateSuspension(trx, merchantId, null);
    const products = await store.moveProductsBack(trx, merchantId);
    const { name } = merchant;
    return acted(
      { name, products },
      { action: 'merchants unsuspend', subject: merchantSubject(merchantId), after: { products } },
    );
  });
