import { queryString } from '@sokuwa/contract/endpoint.ts';
import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import { getWallet } from '@sokuwa/contract/wallet/wallet.endpoints.ts';
import { WALLET_PAGE_SIZE } from '@sokuwa/contract/wallet/wallet.rules.ts';
import * as schemas from '@sokuwa/contract/wallet/wallet.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { linkPages, parsePage } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { Tables } from '../platform/tables.gen.ts';
import { selectEntryPage, selectLastEntry } from './wallet.sql.ts';

/** '₦12,450.50', '-₦12,450.50'. */

const presentEntry = (row: Selectable<Tables['wallet_entry']>): schemas.WalletEntry => ({
  id: row.n,
  kind: row.kind,
  amount: row.amount_kobo / 100,
  formatted_amount: formatNaira(row.amount_kobo),
  balance: row.balance_kobo / 100,
  formatted_balance: formatNaira(row.balance_kobo),
  order_id: row.order_id,
  at: row.created_at.toISOString(),
});

/** The last entries of an account's wallet, newest first. */
export const readLastEntries = async (
  db: Database,
  accountId: AccountId,
  limit: number,
): Promise<schemas.WalletEntry[]> => {
  const last = await selectLastEntry(db, accountId);
  return (await selectEntryPage(db, accountId, last?.n ?? 0, limit)).map(presentEntry);
};

export const walletRoutes = (app: FastifyInstance, { db, apiUrl }: { db: Database; apiUrl: string }): void => {
  serve(app, getWallet, { query: schemas.walletQuery, response: schemas.wallet }, async ({ accountId, query }) => {
    const page = parsePage(query.page);
    if (page === null) return refuse('invalid_page');
    // Entries are numbered without gaps and never deleted, so the last number is the count.
    const last = await selectLastEntry(db, accountId);
    const count = last?.n ?? 0;
    const balance = last?.balance_kobo ?? kobo(0);
    const links = linkPages(
      { page, size: WALLET_PAGE_SIZE, count },
      (n) => apiUrl + getWallet.path + queryString({ page: n }),
    );
    if (isRefused(links)) return links;
    const rows = await selectEntryPage(db, accountId, count - (page - 1) * WALLET_PAGE_SIZE, WALLET_PAGE_SIZE);
    return {
      balance: balance / 100,
      formatted_balance: formatNaira(balance),
      count,
      ...links,
      results: rows.map(presentEntry),
    };
  });
};
