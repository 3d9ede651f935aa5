import { MAX_ADDRESSES } from '@sokuwa/contract/addresses/addresses.rules.ts';
import type { ValidatedAddress } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import type { AccountChanges, ChangeRefused } from '../account/index.ts';
import { findEnteredPlace, type Geo, parsePhoneNumber } from '../geo/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import * as store from './addresses.sql.ts';

type Address = store.ShippingAddress;

/** Validates and normalizes an entered address: parses the phone number and adds the names of the places. */
const normalizeAddress = async (
  geo: Geo,
  given: ValidatedAddress,
): Promise<store.AddressParts | Refused<'phone_invalid' | 'unknown_place'>> => {
  const { country: country_code, region: region_id, city } = given;
  const place = await findEnteredPlace(geo, { countryCode: country_code, regionId: region_id, city });
  if (!place) return refuse('unknown_place', { city: ['Choose a country, a region of it, and a city of that.'] });
  const { cityId: city_id, ...names } = place;
  const phone_number = parsePhoneNumber(given.phone_number, country_code);
  if (phone_number === undefined)
    return refuse('phone_invalid', { phone_number: [`This is not a phone number in ${names.country}.`] });
  const { first_name, last_name, address_line1, address_line2, address_line3, postal_code } = given;
  return {
    first_name,
    last_name,
    phone_number,
    line1: address_line1,
    line2: address_line2 ?? '',
    line3: address_line3 ?? '',
    country_code,
    region_id,
    city_id,
    ...names,
    postal_code,
  };
};

const isSame = (address: Address, parts: store.AddressParts): boolean =>
  Object.entries(parts).every(([column, value]) => address[column as keyof Address] === value);

/** Makes one of the account's addresses the default. The account must be locked. */
const makeDefault = async (trx: Database, accountId: AccountId, address: Address): Promise<Address> => {
  if (address.is_default) return address;
  await store.clearDefaultAddress(trx, accountId);
  return store.updateDefaultAddress(trx, address.id);
};

/**
 * Adds an address. It becomes the default if the buyer wants that or has no other (ADDRESS-7). If the account already has an
 * identical address, that one is returned, so that a repeated request adds no duplicate.
 * @param given an address validated by the contract's schema: lines of at most 45 characters (ADDRESS-11)
 * @returns the address; unknown_place if the region is not in the country or the city not in the region; phone_invalid;
 *   too_many_addresses; token_invalid if the account is deleted during the call; too_many_requests if it stays locked
 */
export const addAddress = async (
  accountChanges: AccountChanges,
  geo: Geo,
  accountId: AccountId,
  { make_default = false, ...given }: ValidatedAddress & { make_default?: boolean | undefined },
): Promise<Address | ChangeRefused | Refused<'phone_invalid' | 'unknown_place' | 'too_many_addresses'>> => {
  const parts = await normalizeAddress(geo, given);
  if ('refused' in parts) return parts;
  return accountChanges.run(accountId, async (trx) => {
    const addresses = await store.selectAddresses(trx, accountId);
    const existing = addresses.find((address) => isSame(address, parts));
    if (existing) return make_default ? makeDefault(trx, accountId, existing) : existing;
    if (addresses.length >= MAX_ADDRESSES) return refuse('too_many_addresses');
    const isDefault = make_default || addresses.length === 0;
    if (isDefault) await store.clearDefaultAddress(trx, accountId);
    return store.insertAddress(trx, accountId, parts, isDefault);
  });
};

/**
 * Makes one of the account's addresses the default.
 * @param id the unvalidated id from the request
 * @returns the address; not_found if the account has no such address; token_invalid if the account is deleted during
 *   the call; too_many_requests if it stays locked
 */
export const chooseAddress = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  id: string,
): Promise<Address | ChangeRefused | Refused<'not_found'>> =>
  accountChanges.run(accountId, async (trx) => {
    const address = await store.selectAddress(trx, accountId, id);
    return address ? makeDefault(trx, accountId, address) : refuse('not_found');
  });

/**
 * Replaces the fields of one of the account's addresses.
 * @param id the unvalidated id from the request
 * @returns the address; not_found if the account has no such address; otherwise the refusals of `addAddress`
 */
export const editAddress = async (
  accountChanges: AccountChanges,
  geo: Geo,
  accountId: AccountId,
  id: string,
  given: ValidatedAddress,
): Promise<Address | ChangeRefused | Refused<'not_found' | 'phone_invalid' | 'unknown_place'>> => {
  const parts = await normalizeAddress(geo, given);
  if ('refused' in parts) return parts;
  return accountChanges.run(accountId, async (trx) => {
    const address = await store.selectAddress(trx, accountId, id);
    return address ? store.updateAddress(trx, address.id, parts) : refuse('not_found');
  });
};

/**
 * Deletes one of the account's addresses. If it was the default, the newest remaining address becomes the default
 * (ADDRESS-31).
 * @param id the unvalidated id from the request
 * @returns the remaining addresses, oldest first; not_found if the account has no such address; otherwise the refusals
 *   of `chooseAddress`
 */
export const deleteAddress = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  id: string,
): Promise<Address[] | ChangeRefused | Refused<'not_found'>> =>
  accountChanges.run(accountId, async (trx) => {
    const addresses = await store.selectAddresses(trx, accountId);
    const deleted = addresses.find((address) => address.id === id);
    if (!deleted) return refuse('not_found');
    await store.deleteAddress(trx, deleted.id);
    const others = addresses.filter((address) => address !== deleted);
    const newest = others.at(-1);
    if (!deleted.is_default || !newest) return others;
    return [...others.slice(0, -1), await store.updateDefaultAddress(trx, newest.id)];
  });
