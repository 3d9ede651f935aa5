import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** An address with the place names as they were when it was added. */
export type ShippingAddress = Omit<Selectable<Tables['shipping_address']>, 'account_id' | 'created_at'>;
/** The columns that come from the entered address. */
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

/** Selects the account's addresses, oldest first. */
export const selectAddresses = (db: Database, accountId: AccountId): Promise<ShippingAddress[]> =>
  db
    .selectFrom('shipping_address')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** @param id the unvalidated id from the request; it may be no UUID, so it is compared here and not in SQL */
export const selectAddress = async (
  db: Database,
  accountId: AccountId,
  id: string,
): Promise<ShippingAddress | undefined> => (await selectAddresses(db, accountId)).find((address) => address.id === id);

/** Inserts an address. Call `clearDefaultAddress` before a new default. */
export const insertAddress = (
  trx: Database,
  accountId: AccountId,
  parts: AddressParts,
  isDefault: boolean,
): Promise<ShippingAddress> =>
  trx
    .insertInto('shipping_address')
    .values({ ...parts, account_id: accountId, is_default: isDefault })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const clearDefaultAddress = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx
    .updateTable('shipping_address')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute();
};

/** Makes an address the account's default. Call `clearDefaultAddress` first. */
export const updateDefaultAddress = (trx: Database, id: string): Promise<ShippingAddress> =>
  trx
    .updateTable('shipping_address')
    .set({ is_default: true })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateAddress = (trx: Database, id: string, parts: AddressParts): Promise<ShippingAddress> =>
  trx.updateTable('shipping_address').set(parts).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();

export const deleteAddress = async (trx: Database, id: string): Promise<void> => {
  await trx.deleteFrom('shipping_address').where('id', '=', id).execute();
};
