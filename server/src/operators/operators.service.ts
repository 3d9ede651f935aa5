import { allEndpoints } from '@sokuwa/contract/all-endpoints.ts';
import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import type * as schemas from '@sokuwa/contract/operators/operators.schemas.ts';
import { accountActorNames, type FoundAccount, selectFoundAccounts } from '../account/index.ts';
import { selectBuyerOf, selectOrdersOfAccount } from '../orders/index.ts';
import { type AuditEntry, type AuditFilters, selectAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { selectSessionEnds } from '../platform/sessions.ts';
import { readBalance, readLastEntries } from '../wallet/index.ts';

const presentAccount = (row: FoundAccount): schemas.CustomerSummary => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  phone_number: row.phone_number ?? '',
  is_verified: row.verified_at !== null,
  created_at: row.created_at.toISOString(),
});

export type CustomerSearch = { email?: string | undefined; name?: string | undefined; order?: string | undefined };

/** Accounts by email address, name or order: by the first of them that is given. At most 50. */
export const findCustomers = async (
  db: Database,
  { email, name, order }: CustomerSearch,
): Promise<schemas.CustomerSummary[]> => {
  const find = async (): Promise<FoundAccount[]> => {
    if (email !== undefined) return selectFoundAccounts(db, { email }, OPERATOR_PAGE_SIZE);
    if (name !== undefined) return selectFoundAccounts(db, { name }, OPERATOR_PAGE_SIZE);
    const buyer = order === undefined ? undefined : await selectBuyerOf(db, order as OrderId);
    return buyer === undefined ? [] : selectFoundAccounts(db, { ids: [buyer] }, 1);
  };
  return (await find()).map(presentAccount);
};

/** An account with its credit, last orders and open sessions. @returns not_found if it does not exist */
export const readCustomer = async (
  db: Database,
  accountId: AccountId,
): Promise<schemas.Customer | Refused<'not_found'>> => {
  const [account] = await selectFoundAccounts(db, { ids: [accountId] }, 1);
  if (!account) return refuse('not_found');
  return {
    ...presentAccount(account),
    credit: (await readBalance(db, accountId)) / 100,
    wallet: await readLastEntries(db, accountId, OPERATOR_PAGE_SIZE),
    orders: await selectOrdersOfAccount(db, accountId),
    sessions: (await selectSessionEnds(db, accountId)).map((end) => end.toISOString()),
  };
};

/** What each call of the API does, by its name in the audit log. */
const callSummaries = new Map(
  allEndpoints.map(({ endpoint: { method, path, summary } }) => [`${method} ${path}`, summary]),
);

/** Entries with the names of the people who acted in the desk. */
const presentEntries = async (db: Database, rows: readonly AuditEntry[]): Promise<schemas.AuditLogEntry[]> => {
  const nameOf = await accountActorNames(
    db,
    rows.map(({ actor }) => actor),
  );
  return rows.map(({ id, at, actor, action, subject, reason, before, after }) => ({
    ...{ id, at: at.toISOString(), actor, actor_name: nameOf(actor), action, subject, reason },
    summary: callSummaries.get(action) ?? null,
    before: before as schemas.AuditLogEntry['before'],
    after: after as schemas.AuditLogEntry['after'],
  }));
};

export type AuditSearch = AuditFilters & { cursor?: number | undefined };

/** One page of the audit log, newest first. @param search conditions, all of which hold */
export const listAudit = async (
  db: Database,
  { cursor, ...filters }: AuditSearch,
): Promise<CursorPage<schemas.AuditLogEntry>> => {
  const rows = await selectAudit(db, { ...filters, before: cursor, limit: OPERATOR_PAGE_SIZE + 1 });
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, ({ id }) => String(id));
  return { ...page, results: await presentEntries(db, page.results) };
};
