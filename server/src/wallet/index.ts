export { readBalance, writeEntry } from './wallet.service.ts';
export { selectEntries as readEntries } from './wallet.sql.ts';
