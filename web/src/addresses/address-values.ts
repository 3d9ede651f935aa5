import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { ADDRESS_LINE_MAX } from '@sokuwa/contract/addresses/addresses.rules.ts';
import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../account/index.ts';
import { NO_PLACE, type PlaceChoice, placeCountriesQuery, useCountry } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';

/** The initial values of the address form. */
export type FormValues = Record<
  'first_name' | 'last_name' | 'phone_number' | 'address_line1' | 'address_line2' | 'address_line3' | 'postal_code',
  string
> & { place: PlaceChoice };

/** The values of a stored address. A city that is not in the list has its name as id. */
export const toFormValues = (address: Address): FormValues => ({
  ...address,
  place: {
    country: { id: address.country_code, name: address.country },
    region: { id: address.region_id, name: address.region },
    city: { id: address.city_id ?? address.city, name: address.city },
  },
});

/** The place of residence, or only the selected country if the profile has none. */
const toPlace = (profile: Profile | undefined, countryCode: string, countries: readonly Country[]): PlaceChoice => {
  if (profile?.countryCode && profile.regionCode !== null && profile.city !== '')
    return {
      country: { id: profile.countryCode, name: profile.country },
      region: { id: profile.regionCode, name: profile.region },
      city: { id: profile.cityId ?? profile.city, name: profile.city },
    };
  const selected = countries.find(({ country_code }) => country_code === countryCode);
  return selected ? { ...NO_PLACE, country: { id: selected.country_code, name: selected.country_name } } : NO_PLACE;
};

/** The initial values of a new address, from the profile and the selected country; both may be missing. */
export const toNewAddressValues = (
  profile: Profile | undefined,
  countryCode: string,
  countries: readonly Country[],
): FormValues => ({
  first_name: profile?.user.first_name ?? '',
  last_name: profile?.user.last_name ?? '',
  phone_number: profile?.phone_number ?? '',
  // Leave out a street that is too long, because the field would cut it off.
  address_line1: profile && profile.street_address.length <= ADDRESS_LINE_MAX ? profile.street_address : '',
  address_line2: '',
  address_line3: '',
  postal_code: '',
  place: toPlace(profile, countryCode, countries),
});

/**
 * Loads the initial values of a new address.
 * @returns undefined while the profile and the countries are loading; if one fails to load, its fields are empty
 */
export const useNewAddressValues = (): FormValues | undefined => {
  const api = useApi();
  const country = useCountry();
  const profile = useQuery({ ...profileQuery(api, useSessionToken()), meta: {} });
  const countries = useQuery(placeCountriesQuery(api));
  const isLoading = [profile, countries].some(({ isPending, failureCount }) => isPending && failureCount === 0);
  return isLoading ? undefined : toNewAddressValues(profile.data ?? undefined, country, countries.data ?? []);
};
