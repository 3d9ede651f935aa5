import { randomBytes } from 'node:crypto';
import type { Exported, profileEdit } from '@sokuwa/contract/account/account.schemas.ts';
import type { z } from 'zod';
import { findEnteredPlace, type Geo, type PlaceNames, parsePhoneNumber } from '../geo/index.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { selectSessionEnds } from '../platform/sessions.ts';
import { encodeUpload } from '../ports/media/encode-upload.ts';
import { type MediaStore, personKey } from '../ports/media/media.port.ts';
import { presentProfile } from './account.present.ts';
import * as store from './account.sql.ts';
import type { AccountChanges, ChangeRefused } from './account-changes.ts';
import { deletePicture } from './delete-picture.ts';
import { selectIdentities } from './identity.sql.ts';
import { type PersonalData, readPersonalData } from './personal-data.ts';

export type Profiles = {
  db: Database;
  accountChanges: AccountChanges;
  geo: Geo;
  media: MediaStore;
  personalData: PersonalData;
};
export type ProfileRow = store.AccountRow & { place: PlaceNames | undefined };
/** The refusal if the account is deleted during the call. */
type AccountGone = Refused<'token_invalid'>;
type Edit = z.output<typeof profileEdit>;
/** The place of residence: country, region and one of the two cities are set, or none. `unlisted_city` is not in the list. */
type Place = Pick<store.AccountRow, 'country_code' | 'region_id' | 'city_id' | 'unlisted_city'>;
const NO_PLACE: Place = { country_code: null, region_id: null, city_id: null, unlisted_city: null };

/** The profile with the names of its places. */
export const readProfile = async ({ db, geo }: Profiles, accountId: AccountId): Promise<ProfileRow | AccountGone> => {
  const row = await store.selectAccount(db, accountId);
  if (!row) return refuse('token_invalid');
  const { country_code, region_id } = row;
  const city = row.city_id ?? row.unlisted_city;
  if (country_code === null || region_id === null || city === null) return { ...row, place: undefined };
  const place = await findEnteredPlace(geo, { countryCode: country_code, regionId: region_id, city });
  return { ...row, place };
};

/**
 * Reads the place of an edit: country, region and city are set together or cleared together; undefined if unchanged.
 */
const readPlace = async (geo: Geo, edit: Edit): Promise<Place | undefined | Refused<'unknown_place'>> => {
  const { country, region, city } = edit;
  if (country === undefined && region === undefined && city === undefined) return undefined;
  if (!country && !region && !city) return NO_PLACE;
  if (!country || !region || !city) return refuse('unknown_place');
  const place = await findEnteredPlace(geo, { countryCode: country, regionId: region, city });
  if (!place) return refuse('unknown_place');
  const { cityId: city_id } = place;
  return { country_code: country, region_id: region, city_id, unlisted_city: city_id === null ? place.city : null };
};

/**
 * Changes the profile (ACCOUNT-117, ACCOUNT-118). Omitted fields stay unchanged.
 * @returns the updated profile; read_only_field if the name or email differs from the account's; unknown_place if the
 *   region is not in the country or the city not in the region; phone_invalid
 */
export const editProfile = async (
  profiles: Profiles,
  accountId: AccountId,
  edit: Edit,
): Promise<ProfileRow | ChangeRefused | Refused<'read_only_field' | 'unknown_place' | 'phone_invalid'>> => {
  const { db, accountChanges, geo } = profiles;
  const row = await store.selectAccount(db, accountId);
  if (!row) return refuse('token_invalid');
  const { user = {}, date_of_birth, gender, phone_number, street_address } = edit;
  for (const name of ['first_name', 'last_name', 'email'] as const)
    if (user[name] !== undefined && user[name] !== row[name]) return refuse('read_only_field');
  const place = await readPlace(geo, edit);
  if (isRefused(place)) return place;
  const country = (place ?? row).country_code ?? geo.defaultCountry;
  const phone = phone_number && parsePhoneNumber(phone_number, country);
  if (phone_number && !phone) return refuse('phone_invalid');
  const changes = {
    ...(date_of_birth !== undefined && { date_of_birth }),
    ...(gender !== undefined && { gender }),
    ...(phone !== undefined && { phone_number: phone }),
    ...(street_address !== undefined && { street_address }),
    ...place,
  };
  if (Object.keys(changes).length > 0) {
    const updated = await accountChanges.run(accountId, (trx) => store.updateAccount(trx, accountId, changes));
    if (isRefused(updated)) return updated;
  }
  return readProfile(profiles, accountId);
};

/** Pages show pictures at up to 256 CSS pixels; 512 pixels cover screens with a pixel ratio of 2. */
const ENCODING = { side: 512, fit: 'cover', quality: 80 } as const;

/**
 * Replaces the profile picture; a job deletes the old one. The new one has a random key, so its URL cannot be guessed.
 * @returns the updated profile
 */
export const changePicture = async (
  profiles: Profiles,
  accountId: AccountId,
  file: Uint8Array,
): Promise<ProfileRow | ChangeRefused | Refused<'picture_invalid' | 'picture_too_large' | 'too_busy'>> => {
  const { db, accountChanges, media } = profiles;
  const picture = await encodeUpload(Buffer.from(file.buffer, file.byteOffset, file.byteLength), ENCODING);
  if (isRefused(picture)) return picture;
  const key = personKey(randomBytes(16).toString('hex'));
  await media.put(key, picture);
  const replaced = await accountChanges.run(accountId, async (trx) => {
    const account = await store.selectAccount(trx, accountId);
    await store.updateAccount(trx, accountId, { picture_key: key });
    if (account?.picture_key) await enqueue(trx, deletePicture, { key: account.picture_key });
    return undefined;
  });
  if (isRefused(replaced)) {
    await enqueue(db, deletePicture, { key });
    return replaced;
  }
  return readProfile(profiles, accountId);
};

/**
 * Deletes the account and its data; foreign keys define what happens to rows that refer to it
 * (docs/decisions/personal-data.md). Its tokens become invalid on every node. A job deletes its picture.
 * @param trx a transaction that has locked the account
 * @param options `confirmUndelivered` also deletes an account with orders that are paid and not delivered (ACCOUNT-141)
 * @returns these orders; only_owner with the names of the teams; orders_undelivered with the orders' ids; undefined if there is no such account
 */
export const eraseAccount = async (
  trx: Database,
  personalData: PersonalData,
  accountId: AccountId,
  { confirmUndelivered }: { confirmUndelivered: boolean },
): Promise<undefined | { undelivered: string[] } | Refused<'only_owner' | 'orders_undelivered'>> => {
  const account = await store.selectAccount(trx, accountId);
  if (!account) return undefined;
  const person = { id: accountId, email: account.email };
  const teams = await personalData.findOwnerless(trx, person);
  if (teams.length > 0) return refuse('only_owner', { teams });
  const undelivered = await personalData.selectUndelivered(trx, person);
  if (undelivered.length > 0 && !confirmUndelivered) return refuse('orders_undelivered', { orders: undelivered });
  for (const erase of personalData.erasers) await erase(trx, person);
  await store.deleteAccount(trx, accountId);
  if (account.picture_key !== null) await enqueue(trx, deletePicture, { key: account.picture_key });
  const { email: to, first_name } = account;
  await queueMail(trx, { kind: 'account_deleted', to, first_name, undelivered_orders: undelivered });
  return { undelivered };
};

/**
 * Deletes the account of a buyer who asks for it, as `eraseAccount`.
 * @returns undefined when the account is deleted, by this call or another one; only_owner with the names of the teams; orders_undelivered with
 *   the order ids
 */
export const deleteAccount = async (
  { accountChanges, personalData }: Profiles,
  accountId: AccountId,
  options: { confirmUndelivered: boolean },
): Promise<undefined | ChangeRefused | Refused<'only_owner' | 'orders_undelivered'>> => {
  const deleted = await accountChanges.run(accountId, (trx) => eraseAccount(trx, personalData, accountId, options));
  return isRefused(deleted) && deleted.refused !== 'token_invalid' ? deleted : undefined;
};

/** Exports all data that the shop stores about an account. */
export const exportData = async (profiles: Profiles, accountId: AccountId): Promise<Exported | AccountGone> => {
  const { db, personalData } = profiles;
  const row = await readProfile(profiles, accountId);
  if (isRefused(row)) return row;
  const sessionEnds = await selectSessionEnds(db, accountId);
  const identities = await selectIdentities(db, accountId);
  return {
    exported_at: new Date().toISOString(),
    account: { created_at: row.created_at.toISOString(), email_verified_at: row.verified_at?.toISOString() ?? null },
    profile: presentProfile(row),
    sessions: sessionEnds.map((end) => ({ expires_at: end.toISOString() })),
    identities: identities.map(({ created_at, ...name }) => ({ ...name, since: created_at.toISOString() })),
    ...(await readPersonalData(db, { id: accountId, email: row.email }, personalData.readers)),
  };
};
