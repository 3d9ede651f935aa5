import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { expect, it } from 'vitest';
import { toNewAddressValues } from './address-values.ts';

const COUNTRIES = [{ country_code: 'NG', country_name: 'Nigeria', currency: 'NGN' }];
const PROFILE: Profile = {
  user: { first_name: 'Ada', last_name: 'Obi', email: 'ada@example.com' },
  image: null,
  date_of_birth: null,
  gender: '',
  phone_number: '+2348031234567',
  street_address: '12 Broad Street',
  country: 'Nigeria',
  countryCode: 'NG',
  region: 'Lagos',
  regionCode: 2332453,
  city: 'Ikeja',
  cityId: 2338660,
};
const EMPTY = { first_name: '', last_name: '', phone_number: '', address_line1: '', postal_code: '' };

it('a new address is filled in from the profile', { tags: ['@ADDRESS-34'] }, () => {
  expect(toNewAddressValues(PROFILE, 'GB', COUNTRIES)).toEqual({
    first_name: 'Ada',
    last_name: 'Obi',
    phone_number: '+2348031234567',
    address_line1: '12 Broad Street',
    address_line2: '',
    address_line3: '',
    postal_code: '',
    place: {
      country: { id: 'NG', name: 'Nigeria' },
      region: { id: 2332453, name: 'Lagos' },
      city: { id: 2338660, name: 'Ikeja' },
    },
  });
});

it('a typed city of the profile is filled in', { tags: ['@ACCOUNT-147', '@ADDRESS-34'] }, () => {
  const profile = { ...PROFILE, city: 'Yaba', cityId: null };
  expect(toNewAddressValues(profile, 'GB', COUNTRIES).place.city).toEqual({ id: 'Yaba', name: 'Yaba' });
});

it('without a place in the profile, the selected country is filled in', { tags: ['@ADDRESS-34'] }, () => {
  const profile = { ...PROFILE, country: '', countryCode: '', region: '', regionCode: null, city: '', cityId: null };
  const place = { country: { id: 'NG', name: 'Nigeria' }, region: null, city: null };
  expect(toNewAddressValues(profile, 'NG', COUNTRIES).place).toEqual(place);
  expect(toNewAddressValues(undefined, 'NG', COUNTRIES)).toMatchObject({ ...EMPTY, place });
});

it('unknown or too long values are not filled in', { tags: ['@ADDRESS-34'] }, () => {
  expect(toNewAddressValues(undefined, 'QQ', COUNTRIES).place).toEqual({ country: null, region: null, city: null });
  expect(toNewAddressValues({ ...PROFILE, street_address: 'x'.repeat(46) }, 'NG', COUNTRIES).address_line1).toBe('');
});
