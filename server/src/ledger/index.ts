import type { Slice } from '../slice.ts';
import { bookRoutes } from './books.routes.ts';

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
  routes: bookRoutes,
  operatorCommands: async ({ db }) => {
    const { formatDay } = await import('./day-statement.ts');
    return { formatDay: (day: string) => formatDay(db, day) };
  },
} satisfies Slice;
