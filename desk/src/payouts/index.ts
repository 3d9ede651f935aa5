export { nameBank } from './banks.ts';
export { PayoutPage } from './payout-page.tsx';
export { PayoutsPage, type PayoutsSearch } from './payouts-page.tsx';
export { parseSpan, toMonth } from './statement.rules.ts';
