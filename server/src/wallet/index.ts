export { readBalance, writeEntry } from './wallet.service.ts';
