import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { PlaceNames } from '../geo/index.ts';
import type { AccountRow } from './account.sql.ts';

/** A profile (ACCOUNT-111). Place names are empty strings if the account has no place. */
export const presentProfile = (row: AccountRow & { place: PlaceNames | undefined }): Profile => ({
  user: { first_name: row.first_name, last_name: row.last_name, email: row.email },
  image: row.picture_key === null ? null : pictureUrl(row.picture_key, 640, 'webp'),
  date_of_birth: row.date_of_birth,
  gender: row.gender,
  phone_number: row.phone_number,
  street_address: row.street_address,
  country: row.place?.country ?? '',
  countryCode: row.country_code ?? '',
  region: row.place?.region ?? '',
  regionCode: row.region_id,
  city: row.place?.city ?? '',
  cityId: row.city_id,
});
