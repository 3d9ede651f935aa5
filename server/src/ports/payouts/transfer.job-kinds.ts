import { jobKind } from '../../platform/jobs.ts';

/**
 * The provider has reported a change of a transfer. It has one webhook for payments and transfers, so the slice of payments receives it, and
 * that of payouts checks the reference.
 */
export const checkTransferJob = jobKind<{ reference: string }>('check_transfer');
