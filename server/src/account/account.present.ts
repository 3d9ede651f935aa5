import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import type { AccountRow } from './account.sql.ts';

/** The profile of 2-account-checkout, section 3; what an account does not hold is empty. */
export const presentProfile = ({ first_name, last_name, email }: AccountRow): Profile => ({
  user: { first_name, last_name, email },
  image: null,
  date_of_birth: null,
  gender: '',
  phone_number: '',
  street_address: '',
  country: '',
  countryCode: '',
  region: '',
  regionCode: null,
  city: '',
  cityId: null,
});
