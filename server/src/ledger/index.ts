export { credit, creditMerchant, debit, type LedgerEntry, reverse } from './ledger.rules.ts';
export { post } from './ledger.service.ts';
export {
  ledgerSums,
  selectBalances,
  selectCauses,
  selectOrderEntries,
  selectOrderSums,
  selectPosted,
  selectUnbalanced,
} from './ledger.sql.ts';
