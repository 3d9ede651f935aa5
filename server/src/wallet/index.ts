export { walletRoutes } from './wallet.routes.ts';
export { readBalance, readSpendable, returnCredit, takeCredit, writeEntry } from './wallet.service.ts';
export { selectEntries as readEntries } from './wallet.sql.ts';
