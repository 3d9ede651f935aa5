export { walletRoutes } from './wallet.routes.ts';
export { readBalance, readSpendable, returnCredit, takeCredit, walletReaders, writeEntry } from './wallet.service.ts';
