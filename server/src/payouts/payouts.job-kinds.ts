import { jobKind } from '../platform/jobs.ts';

/** No retries: each job processes all that is due, and cron starts it again. */
const NO_RETRIES = { limit: 0 };
export const releaseSalesJob = jobKind('release_sales', NO_RETRIES);
export const draftPayoutsJob = jobKind('draft_payouts', NO_RETRIES);
export const encryptBankAccountsJob = jobKind('encrypt_bank_accounts', NO_RETRIES);
export const sendPayoutsJob = jobKind('send_payouts', NO_RETRIES);
