import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import type { PersonalDataReaders } from '../account/index.ts';
import { type ShippingAddress, selectAddresses } from './addresses.sql.ts';

/** A shipping address (ADDRESS-1). */
export const presentAddress = (row: ShippingAddress): Address => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  phone_number: row.phone_number,
  address_line1: row.line1,
  address_line2: row.line2,
  address_line3: row.line3,
  country: row.country,
  region: row.region,
  city: row.city,
  country_code: row.country_code,
  region_id: row.region_id,
  city_id: row.city_id,
  postal_code: row.postal_code,
  is_default: row.is_default ? 'True' : 'False',
});

export const addressReaders = {
  addresses: async (db, { id }) => (await selectAddresses(db, id)).map(presentAddress),
} satisfies Partial<PersonalDataReaders>;
