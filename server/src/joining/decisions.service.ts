import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import type { SharedFact } from '@sokuwa/contract/joining/joining.rules.ts';
import type {
  OperatorApplication,
  OperatorApplicationSummary,
} from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import { CURSOR_TEXT } from '@sokuwa/contract/text.schemas.ts';
import { selectContact, selectFoundAccounts } from '../account/index.ts';
import {
  countHiddenProducts,
  lockMerchant,
  lockStoreToOpen,
  openStore,
  selectCategoryNames,
  updateStoreState,
} from '../catalog/index.ts';
import { queueMail } from '../mail/index.ts';
import { findStoresWithSameAccount, readBankAccounts } from '../payouts/index.ts';
import { type ActOptions, acted, merchantSubject, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import type { ShopParts } from '../shop.ts';
import { selectOwnedStores } from '../staff/index.ts';
import { presentForOperator, presentSummary } from './joining.present.ts';
import { isNameSimilar } from './joining.rules.ts';
import * as store from './joining.sql.ts';

export type DecisionDeps = Pick<ShopParts, 'db' | 'config' | 'encryption' | 'publicUrl'>;

const parseCursor = (cursor: string): { since: Date; merchantId: number } | undefined => {
  const [, ms, id] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? [];
  const since = new Date(Number(ms));
  return id === undefined || Number.isNaN(since.getTime()) ? undefined : { since, merchantId: Number(id) };
};

/**
 * Applications, those first that have their state longest (JOIN-11).
 * @returns invalid_input for a cursor that no response contained
 */
export const listForOperators = async (
  db: Database,
  { state, cursor }: { state?: StoreState | undefined; cursor?: string | undefined },
): Promise<CursorPage<OperatorApplicationSummary> | Refused<'invalid_input'>> => {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  if (cursor !== undefined && after === undefined) return refuse('invalid_input', { cursor: [CURSOR_TEXT] });
  const rows = await store.selectApplicationSummaries(db, { state, after, limit: OPERATOR_PAGE_SIZE + 1 });
  const { results, cursor: next } = cutPage(
    rows,
    OPERATOR_PAGE_SIZE,
    ({ state_since, merchant_id }) => `${state_since.getTime()}.${merchant_id}`,
  );
  return { results: results.map(presentSummary), cursor: next };
};

/** Other stores that have something in common with an application. */
const findOtherStores = async (
  deps: DecisionDeps,
  { merchant_id: merchantId, account_id: accountId, phone }: store.ApplicationRow,
): Promise<OperatorApplication['other_stores']> => {
  const { db } = deps;
  const shares: Record<SharedFact, readonly MerchantId[]> = {
    account: accountId === null ? [] : await selectOwnedStores(db, accountId),
    bank_account: await findStoresWithSameAccount(deps, merchantId),
    phone: phone === null ? [] : await store.selectWithPhone(db, merchantId, phone),
  };
  const facts = Object.keys(shares) as SharedFact[];
  const ids = new Set(Object.values(shares).flat());
  ids.delete(merchantId);
  return (await store.selectStoreNames(db, [...ids])).map(({ id, name, state, suspended_at }) => ({
    merchant_id: id,
    store_name: name,
    state,
    suspended_at: state === 'approved' ? (suspended_at?.toISOString() ?? null) : null,
    shares: facts.filter((fact) => shares[fact].includes(id)),
  }));
};

const present = async (deps: DecisionDeps, row: store.ApplicationRow): Promise<OperatorApplication> => {
  const { db, config } = deps;
  const accounts = await readBankAccounts(deps, row.merchant_id);
  const bankAccount = isRefused(accounts) ? undefined : accounts.current;
  const [account] = row.account_id === null ? [] : await selectFoundAccounts(db, { ids: [row.account_id] }, 1);
  const applicant = account && {
    account_id: account.id,
    name: `${account.first_name} ${account.last_name}`.trim(),
    email: account.email,
    phone: account.phone_number,
    account_created_at: account.created_at.toISOString(),
  };
  return presentForOperator(row, {
    categories: await selectCategoryNames(db, row.categories),
    bankAccount,
    isNameSimilar:
      bankAccount !== undefined && isNameSimilar(bankAccount.accountName, [row.name, applicant?.name ?? '']),
    applicant: applicant ?? null,
    commission_per_mille: row.commission_per_mille ?? config.orders.commissionPerMille,
    products: await countHiddenProducts(db, row.merchant_id),
    other_stores: await findOtherStores(deps, row),
  });
};

/** One application, with what speaks for and against it (JOIN-12). @returns not_found for a store that has not applied */
export const readForOperator = async (
  deps: DecisionDeps,
  merchantId: MerchantId,
): Promise<OperatorApplication | Refused<'not_found'>> => {
  const row = await store.selectApplication(deps.db, merchantId);
  return row ? present(deps, row) : refuse('not_found');
};

type NotDecidable = 'not_found' | 'application_not_waiting' | 'application_changed';

/** An application that waits for a decision, of a store that is locked. @param version that the operator has read; undefined: any */
const readWaiting = async (
  deps: DecisionDeps,
  merchantId: MerchantId,
  version: string | undefined,
): Promise<{ row: store.ApplicationRow } | Refused<NotDecidable>> => {
  const row = await store.selectApplication(deps.db, merchantId);
  if (!row) return refuse('not_found');
  if (row.state !== 'applied') return refuse('application_not_waiting');
  if (version !== undefined && (await present(deps, row)).version !== version) return refuse('application_changed');
  return { row };
};

/** Whom a decision is mailed to: the applicant, or the store's own address if the account is deleted. */
const findAddressee = async (
  trx: Database,
  { account_id, name, email }: store.ApplicationRow,
): Promise<{ to: string; first_name: string } | undefined> => {
  if (account_id === null) return email === null ? undefined : { to: email, first_name: name };
  const contact = await selectContact(trx, account_id);
  return { to: contact.email, first_name: contact.first_name };
};

/**
 * Approves a store (JOIN-13): its products come into the shop, and the applicant gets a mail.
 * @param version that the operator has read; undefined: as it is now
 * @returns how many products; application_not_waiting if it was decided, or not sent; application_changed if it is not that version; not_found
 */
export const approveApplication = (
  deps: DecisionDeps,
  merchantId: MerchantId,
  version: string | undefined,
  options: ActOptions,
): Promise<{ name: string; products: number } | Refused<NotDecidable>> =>
  runAct(deps.db, options, async (trx) => {
    if (!(await lockStoreToOpen(trx, merchantId))) return refuse('not_found');
    const waiting = await readWaiting({ ...deps, db: trx }, merchantId, version);
    if (isRefused(waiting)) return waiting;
    const { row } = waiting;
    const now = new Date();
    const products = await openStore(trx, merchantId, now);
    await store.updateApplication(trx, merchantId, { state_since: now });
    const addressee = await findAddressee(trx, row);
    const link = `${deps.publicUrl}/desk/first-steps`;
    if (addressee) await queueMail(trx, { kind: 'application_approved', ...addressee, store_name: row.name, link });
    return acted(
      { name: row.name, products },
      {
        action: 'merchants approve',
        subject: merchantSubject(merchantId),
        before: { state: 'applied' },
        after: { state: 'approved', products, terms: row.terms_version },
      },
    );
  });

/**
 * Declines a store (JOIN-14). The applicant gets a mail with the reason, and can change and send the application again.
 * @param version as in `approveApplication`
 * @param options with a reason
 */
export const declineApplication = (
  deps: DecisionDeps,
  merchantId: MerchantId,
  version: string | undefined,
  options: ActOptions,
): Promise<{ name: string } | Refused<NotDecidable>> =>
  runAct(deps.db, options, async (trx) => {
    if (!(await lockMerchant(trx, merchantId))) return refuse('not_found');
    const waiting = await readWaiting({ ...deps, db: trx }, merchantId, version);
    if (isRefused(waiting)) return waiting;
    const { row } = waiting;
    const reason = options.act.reason ?? '';
    await updateStoreState(trx, merchantId, { state: 'declined' });
    await store.updateApplication(trx, merchantId, { state_since: new Date(), decline_reason: reason });
    const addressee = await findAddressee(trx, row);
    const link = `${deps.publicUrl}/desk/join`;
    if (addressee)
      await queueMail(trx, { kind: 'application_declined', ...addressee, store_name: row.name, reason, link });
    return acted(
      { name: row.name },
      {
        action: 'merchants decline',
        subject: merchantSubject(merchantId),
        before: { state: 'applied' },
        after: { state: 'declined' },
      },
    );
  });
