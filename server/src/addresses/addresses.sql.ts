import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** An address with the names that its places had when it was given. */
export type ShippingAddress = Omit<Selectable<Tables['shipping_address']>, 'account_id' | 'created_at'>;
/** What its owner gave. */
export type AddressParts = Omit<Insertable<Tables['shipping_address']>, 'account_id' | 'is_default'>;

const columns = [
  'id',
  'first_name',
  'last_name',
  'phone_number',
  'line1',
  'line2',
  'line3',
  'country_code',
  'region_id',
  'city_id',
  'country',
  'region',
  'city',
  'postal_code',
  'is_default',
] as const;

/** All of an account's, in the order of adding. */
export const selectAddresses = (db: Database, account: AccountId): Promise<ShippingAddress[]> =>
  db
    .selectFrom('shipping_address')
    .select(columns)
    .where('account_id', '=', account)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/**
 * One of the account's.
 * @param id as a client sent it: any text
 */
export const selectAddress = async (
  db: Database,
  account: AccountId,
  id: string,
): Promise<ShippingAddress | undefined> => (await selectAddresses(db, account)).find((address) => address.id === id);

/** Adds the account's new default. There must be none: see `clearDefault`. */
export const insertDefault = (trx: Database, account: AccountId, parts: AddressParts): Promise<ShippingAddress> =>
  trx
    .insertInto('shipping_address')
    .values({ ...parts, account_id: account, is_default: true })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const clearDefault = async (trx: Database, account: AccountId): Promise<void> => {
  await trx
    .updateTable('shipping_address')
    .set({ is_default: false })
    .where('account_id', '=', account)
    .where('is_default', '=', true)
    .execute();
};

/** Makes an address the account's default, where there is none. */
export const setDefault = (trx: Database, id: string): Promise<ShippingAddress> =>
  trx
    .updateTable('shipping_address')
    .set({ is_default: true })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
