import { MAX_STORES } from '@sokuwa/contract/joining/joining.rules.ts';
import type { Application as ApplicationBody, ApplicationChange } from '@sokuwa/contract/joining/joining.schemas.ts';
import type { Person } from '../account/index.ts';
import { lockAccount, selectContact } from '../account/index.ts';
import {
  changeDraftStore,
  createDraftStore,
  deleteDraftStore,
  isStoreNameFree,
  limitEmailChanges,
  lockMerchant,
  lockSuspendedProductsOf,
  replaceEmail,
  selectCategoryNames,
  slugOfStore,
  updateStoreState,
} from '../catalog/index.ts';
import { countryExists, parsePhoneNumber } from '../geo/index.ts';
import { readBankAccounts } from '../payouts/index.ts';
import { accountActor, merchantSubject, recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import type { RateLimit } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import type { ShopParts } from '../shop.ts';
import { deleteTeam, insertMembership, selectOwnedStores, selectStaff } from '../staff/index.ts';
import { presentApplication } from './joining.present.ts';
import { findMissing } from './joining.rules.ts';
import * as store from './joining.sql.ts';
import { getMerchantTerms } from './merchant-terms.ts';

export type JoiningDeps = Pick<ShopParts, 'db' | 'config' | 'encryption' | 'rateLimiter'>;

/** Names are checked while somebody types. */
const NAME_LIMIT: RateLimit = { action: 'store name', maxAttempts: 300, windowSeconds: 3600 };
const CREATE_LIMIT: RateLimit = { action: 'store application', maxAttempts: 5, windowSeconds: 86_400 };
const SUBMIT_LIMIT: RateLimit = { action: 'store application sent', maxAttempts: 10, windowSeconds: 86_400 };

type Throttled = Refused<'too_many_requests'>;
type NotChangeable = Refused<'not_found' | 'store_approved'>;

const refuseName = (): Refused<'invalid_input'> =>
  refuse('invalid_input', { store_name: ['Write the name with Latin letters or digits.'] });

/**
 * Whether a store can have this name (JOIN-3). The name of the account's own open application is free.
 * @returns invalid_input for a name without Latin letters and digits; too_many_requests beyond 300 in an hour
 */
export const checkStoreName = async (
  { db, rateLimiter }: JoiningDeps,
  accountId: AccountId,
  name: string,
): Promise<{ name: string; slug: string; is_free: boolean } | Throttled | Refused<'invalid_input'>> => {
  const throttled = await rateLimiter.consume({ limit: NAME_LIMIT, key: accountActor(accountId) });
  if (throttled) return throttled;
  const slug = slugOfStore(name);
  if (slug === '') return refuse('invalid_input', { name: ['Write the name with Latin letters or digits.'] });
  const open = await findOpen(db, accountId);
  return { name, slug, is_free: await isStoreNameFree(db, { name, slug }, open?.merchant_id) };
};

/** The application of an account that is not approved; there is one at most (JOIN-4). */
const findOpen = async (db: Database, accountId: AccountId): Promise<store.ApplicationRow | undefined> => {
  const applications = await store.selectApplications(db, await selectOwnedStores(db, accountId));
  return applications.find(({ state }) => state !== 'approved');
};

const mayApply = async (
  db: Database,
  accountId: AccountId,
): Promise<true | Refused<'application_open' | 'too_many_stores'>> => {
  if (await findOpen(db, accountId)) return refuse('application_open');
  return (await selectOwnedStores(db, accountId)).length < MAX_STORES ? true : refuse('too_many_stores');
};

const present = async (deps: JoiningDeps, row: store.ApplicationRow): Promise<ApplicationBody> => {
  const accounts = await readBankAccounts(deps, row.merchant_id);
  const bankAccount = isRefused(accounts) ? undefined : accounts.current;
  const categories = await selectCategoryNames(deps.db, row.categories);
  const missing = findMissing({
    ...row,
    categories,
    hasBankAccount: bankAccount !== undefined,
    hasCurrentTerms: row.terms_version === getMerchantTerms(deps.config).version,
  });
  return presentApplication(row, { categories, bankAccount, missing });
};

/** An application of a store that the account owns. */
const readRow = async (
  db: Database,
  accountId: AccountId,
  merchantId: MerchantId,
): Promise<store.ApplicationRow | Refused<'not_found'>> => {
  const staff = await selectStaff(db, accountId, merchantId);
  const row = staff?.role === 'owner' ? await store.selectApplication(db, merchantId) : undefined;
  return row ?? refuse('not_found');
};

/** One application. @returns not_found unless the account is an owner of the store */
export const readApplication = async (
  deps: JoiningDeps,
  accountId: AccountId,
  merchantId: MerchantId,
): Promise<ApplicationBody | Refused<'not_found'>> => {
  const row = await readRow(deps.db, accountId, merchantId);
  return isRefused(row) ? row : present(deps, row);
};

/** The applications of the stores that an account owns, and whether it can make another one. */
export const listApplications = async (
  deps: JoiningDeps,
  accountId: AccountId,
): Promise<{ results: ApplicationBody[]; may_apply: boolean }> => {
  const rows = await store.selectApplications(deps.db, await selectOwnedStores(deps.db, accountId));
  const results: ApplicationBody[] = [];
  for (const row of rows) results.push(await present(deps, row));
  return { results, may_apply: (await mayApply(deps.db, accountId)) === true };
};

type Fields = ApplicationChange;
type FieldRefusal = Refused<'invalid_input' | 'unknown_country' | 'phone_invalid'>;

/** What is entered for the application's own row, checked. @param country in which a national phone number is one */
const checkFields = async (db: Database, fields: Fields, country: string) => {
  const { store_name, phone, categories, description, expected_products, registration_number } = fields;
  if (store_name !== undefined && slugOfStore(store_name) === '') return refuseName();
  if (fields.country !== undefined && !(await countryExists(db, fields.country)))
    return refuse('unknown_country', { country: ['Choose a country of the list.'] });
  const phoneNumber = phone ? parsePhoneNumber(phone, country) : undefined;
  if (phone && phoneNumber === undefined)
    return refuse('phone_invalid', { phone: ['This is not a phone number of the country.'] });
  const kinds = categories && [...new Set(categories)];
  if (kinds && (await selectCategoryNames(db, kinds)).length < kinds.length)
    return refuse('invalid_input', { categories: ['Choose kinds of goods of the list.'] });
  return {
    description,
    expected_products,
    ...(kinds && { categories: kinds }),
    ...(phone !== undefined && { phone: phoneNumber ?? null }),
    ...(registration_number !== undefined && { registration_number: registration_number || null }),
  };
};

/** Writes into the audit log what an applicant does. The log has no data of people, so only the names of the fields. */
const recordStep = (
  trx: Database,
  accountId: AccountId,
  merchantId: MerchantId,
  { action, after }: { action: string; after?: object },
): Promise<void> =>
  recordAudit(
    trx,
    { actor: accountActor(accountId) },
    { action, subject: merchantSubject(merchantId), ...(after && { after }) },
  );

/**
 * Begins an application: creates a draft store, of which the account is the owner (JOIN-2). The open application with the same name is returned
 * as it is, so it is safe to repeat.
 * @returns application_open; too_many_stores; store_name_taken; invalid_input for a name without Latin letters and digits, or an unknown kind of
 *   goods; unknown_country; phone_invalid; too_many_requests beyond five new ones in a day
 */
export const createApplication = async (
  deps: JoiningDeps,
  accountId: AccountId,
  fields: Fields & { store_name: string },
): Promise<
  ApplicationBody | Throttled | FieldRefusal | Refused<'application_open' | 'too_many_stores' | 'store_name_taken'>
> => {
  const { db, rateLimiter, config } = deps;
  const open = await findOpen(db, accountId);
  if (open && open.slug === slugOfStore(fields.store_name)) return present(deps, open);
  if (open) return refuse('application_open');
  const { country = config.defaultCountry } = fields;
  const checked = await checkFields(db, fields, country);
  if (isRefused(checked)) return checked;
  const throttled = await rateLimiter.consume({ limit: CREATE_LIMIT, key: accountActor(accountId) });
  if (throttled) return throttled;
  const merchantId = await db.transaction().execute(async (trx) => {
    // Two at once: the second one finds the application of the first.
    await lockAccount(trx, accountId);
    const may = await mayApply(trx, accountId);
    if (may !== true) return may;
    const email = fields.email ?? (await selectContact(trx, accountId)).email;
    const draft = { name: fields.store_name, country, place: fields.place ?? '', email };
    const id = await createDraftStore(trx, draft);
    if (id === undefined) return refuse('store_name_taken');
    await store.insertApplication(trx, { merchantId: id, accountId, now: new Date() });
    await store.updateApplication(trx, id, checked);
    await insertMembership(trx, { accountId, merchantId: id, role: 'owner' });
    await recordStep(trx, accountId, id, { action: 'application create' });
    return id;
  });
  if (isRefused(merchantId)) return merchantId;
  const row = await store.selectApplication(db, merchantId);
  if (!row) throw new Error(`application not inserted: ${merchantId}`);
  return present(deps, row);
};

/**
 * Changes an application that is not approved (JOIN-5). One that waits for a decision keeps waiting.
 * @param fields omitted ones stay as they are
 * @returns refusals as `createApplication`; store_approved; not_found; too_many_requests as for the store's address
 */
export const changeApplication = async (
  deps: JoiningDeps,
  accountId: AccountId,
  merchantId: MerchantId,
  fields: Fields,
): Promise<ApplicationBody | Throttled | NotChangeable | FieldRefusal | Refused<'store_name_taken'>> => {
  const { db } = deps;
  const row = await readRow(db, accountId, merchantId);
  if (isRefused(row)) return row;
  const { store_name: name, country, place, email } = fields;
  const checked = await checkFields(db, fields, country ?? row.country);
  if (isRefused(checked)) return checked;
  const throttled = await limitEmailChanges(deps, merchantId, email);
  if (throttled) return throttled;
  const refused = await db.transaction().execute(async (trx) => {
    const unchanged = await changeDraftStore(trx, merchantId, { name, country, place });
    if (unchanged) return unchanged;
    if (email !== undefined) await replaceEmail(trx, merchantId, email);
    await store.updateApplication(trx, merchantId, checked);
    const after = { fields: Object.keys(fields) };
    await recordStep(trx, accountId, merchantId, { action: 'application change', after });
    return undefined;
  });
  return refused ?? readApplication(deps, accountId, merchantId);
};

/** Runs a step of an application that is not approved, one at a time. @returns not_found; store_approved; what `step` returns */
const takeStep = async <R extends Refused>(
  { db }: JoiningDeps,
  accountId: AccountId,
  merchantId: MerchantId,
  step: (trx: Database, row: store.ApplicationRow) => Promise<R | undefined>,
): Promise<undefined | R | NotChangeable> => {
  const readable = await readRow(db, accountId, merchantId);
  if (isRefused(readable)) return readable;
  return db.transaction().execute(async (trx) => {
    await lockMerchant(trx, merchantId);
    const row = await store.selectApplication(trx, merchantId);
    if (!row) return refuse('not_found');
    return row.state === 'approved' ? refuse('store_approved') : step(trx, row);
  });
};

/**
 * Accepts the terms for a store (JOIN-8): their version, the time and the account are stored.
 * @returns terms_outdated if they are another version by now; store_approved; not_found
 */
export const acceptTerms = async (
  deps: JoiningDeps,
  accountId: AccountId,
  merchantId: MerchantId,
  version: string,
): Promise<ApplicationBody | NotChangeable | Refused<'terms_outdated'>> => {
  const refused = await takeStep(deps, accountId, merchantId, async (trx, row) => {
    if (version !== getMerchantTerms(deps.config).version) return refuse('terms_outdated');
    if (row.terms_version === version) return undefined;
    const accepted = { terms_version: version, terms_accepted_at: new Date(), terms_account_id: accountId };
    await store.updateApplication(trx, merchantId, accepted);
    await recordStep(trx, accountId, merchantId, { action: 'application terms', after: { version } });
    return undefined;
  });
  return refused ?? readApplication(deps, accountId, merchantId);
};

/** For each missing part what to do, for the applicant. */
const MISSING_TEXTS: Record<ApplicationBody['missing'][number], string> = {
  place: 'Write where the store is.',
  phone: 'Write a phone number.',
  email: 'Write an email address.',
  categories: 'Choose at least one kind of goods.',
  description: 'Write in a sentence what you sell.',
  expected_products: 'Write about how many products there will be.',
  bank_account: 'Enter a bank account.',
  terms: 'Accept the terms.',
};

/**
 * Sends an application to the operators (JOIN-9). One that waits already stays as it is, so it is safe to repeat.
 * @returns application_incomplete, with what is missing; store_approved; not_found; too_many_requests beyond ten in a day
 */
export const submitApplication = async (
  deps: JoiningDeps,
  accountId: AccountId,
  merchantId: MerchantId,
): Promise<ApplicationBody | Throttled | NotChangeable | Refused<'application_incomplete'>> => {
  const current = await readApplication(deps, accountId, merchantId);
  if (isRefused(current) || current.state === 'applied') return current;
  const throttled = await deps.rateLimiter.consume({ limit: SUBMIT_LIMIT, key: accountActor(accountId) });
  if (throttled) return throttled;
  const refused = await takeStep(deps, accountId, merchantId, async (trx, row) => {
    if (row.state === 'applied') return undefined;
    const { missing } = await present({ ...deps, db: trx }, row);
    if (missing.length > 0)
      return refuse('application_incomplete', Object.fromEntries(missing.map((part) => [part, [MISSING_TEXTS[part]]])));
    const now = new Date();
    await updateStoreState(trx, merchantId, { state: 'applied' });
    await store.updateApplication(trx, merchantId, { state_since: now, submitted_at: now, decline_reason: null });
    await recordStep(trx, accountId, merchantId, { action: 'application submit' });
    return undefined;
  });
  return refused ?? readApplication(deps, accountId, merchantId);
};

/** Deletes a store that is not approved, with its team and products. Its products must not be locked after it. */
const deleteStore = async (trx: Database, merchantId: MerchantId): Promise<undefined | NotChangeable> => {
  await lockSuspendedProductsOf(trx, merchantId);
  const merchant = await lockMerchant(trx, merchantId);
  if (!merchant) return refuse('not_found');
  if (merchant.state === 'approved') return refuse('store_approved');
  await deleteTeam(trx, merchantId);
  await deleteDraftStore(trx, merchantId);
  return undefined;
};

/** Deletes a store that was never approved (JOIN-7). @returns store_approved; not_found */
export const withdrawApplication = async (
  { db }: JoiningDeps,
  accountId: AccountId,
  merchantId: MerchantId,
): Promise<undefined | NotChangeable> => {
  const row = await readRow(db, accountId, merchantId);
  if (isRefused(row)) return row;
  return db.transaction().execute(async (trx) => {
    const refused = await deleteStore(trx, merchantId);
    if (refused) return refused;
    await recordStep(trx, accountId, merchantId, { action: 'application withdraw' });
    return undefined;
  });
};

/** Deletes the stores of a person that are not approved and have no other owner, before the account is deleted (JOIN-15). */
export const deleteDraftStores = async (trx: Database, { id }: Person): Promise<void> => {
  for (const merchantId of await selectOwnedStores(trx, id, { isAlone: true })) await deleteStore(trx, merchantId);
};
