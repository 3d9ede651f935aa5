import type { Slice } from '../slice.ts';
import { walletRoutes } from './wallet.routes.ts';

export { readBalance, readSpendable, returnCredit, takeCredit, walletReaders, writeEntry } from './wallet.service.ts';
export { ordersWithEntries, selectReturnedCredit } from './wallet.sql.ts';

export const wallet = { routes: walletRoutes } satisfies Slice;
