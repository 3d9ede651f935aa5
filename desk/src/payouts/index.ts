export { BankAccountForm } from './bank-account-form.tsx';
export { nameBank } from './banks.ts';
export { MarketBatchPage } from './market-batch-page.tsx';
export { bankAccountChangesQuery } from './market-payouts.queries.ts';
export { MarketPayoutsPage, type MarketPayoutsSearch } from './market-payouts-page.tsx';
export { PayoutPage } from './payout-page.tsx';
export { PayoutsPage, type PayoutsSearch } from './payouts-page.tsx';
export { parseSpan, toMonth } from './statement.rules.ts';
