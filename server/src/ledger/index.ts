import type { Slice } from '../slice.ts';
import { type EntrySearch, listEntries } from './book-lists.service.ts';
import { ledgerRoutes } from './ledger.routes.ts';

export { postDaysAgo, postingTime } from './event-time.ts';
export { credit, creditMerchant, debit, type LedgerEntry, type LedgerKind, reverse } from './ledger.rules.ts';
export { post, postAll } from './ledger.service.ts';
export {
  ledgerSums,
  payableBalances,
  type StatementRow,
  selectBalances,
  selectCauses,
  selectMerchantBalances,
  selectOrderEntries,
  selectOrderSums,
  selectOverpaid,
  selectPayoutSums,
  selectPosted,
  selectStatement,
  selectUnbalanced,
} from './ledger.sql.ts';

export const ledger = {
  routes: ledgerRoutes,
  operatorCommands: async ({ db }) => {
    const { formatDay } = await import('./day-statement.service.ts');
    return {
      formatDay: (day: string) => formatDay(db, day),
      listEntries: (search: EntrySearch) => listEntries(db, search),
    };
  },
} satisfies Slice;
