import { randomUUID } from 'node:crypto';
import type { NewAddress } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import type { Insertable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** Geoname ids, as /regions/ and /cities list them. */
export const LAGOS = { region: 2_332_453, city: 2_332_459 };
export const LONDON = { region: 6_269_131, city: 2_643_743 };

/** An address in Lagos as a client sends it. `parts` replaces the defaults. */
export const createAddress = (parts: Partial<NewAddress> = {}): NewAddress => ({
  first_name: 'Ada',
  last_name: 'Obi',
  phone_number: '0803 123 4567',
  address_line1: '12 Broad Street',
  address_line2: 'Lagos Island',
  address_line3: '',
  country: 'NG',
  ...LAGOS,
  postal_code: '101231',
  ...parts,
});

/** Inserts the account's first address. `parts` replaces the defaults. @returns its id */
export const addAddress = async (
  db: Database,
  accountId: AccountId,
  parts: Partial<Insertable<Tables['shipping_address']>> = {},
): Promise<string> => {
  const row = {
    account_id: accountId,
    first_name: 'Ada',
    last_name: 'Obi',
    phone_number: '+2348031234567',
    line1: '12 Broad Street',
    line2: '',
    line3: '',
    country_code: 'NG',
    region_id: LAGOS.region,
    city_id: LAGOS.city,
    country: 'Nigeria',
    region: 'Lagos',
    city: 'Lagos',
    postal_code: '101231',
    is_default: true,
  };
  const { id } = await db
    .insertInto('shipping_address')
    .values({ ...row, ...parts })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Inserts a coupon of 10% that is valid since yesterday. `parts` replaces the defaults. @returns its id and code */
export const addCoupon = async (
  db: Database,
  parts: Partial<Insertable<Tables['coupon']>> = {},
): Promise<{ id: number; code: string }> =>
  db
    .insertInto('coupon')
    .values({
      code: `C${randomUUID().slice(0, 8).toUpperCase()}`,
      percent: parts.fixed_kobo ? null : 10,
      starts_at: new Date(Date.now() - 24 * 3600 * 1000),
      ...parts,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
