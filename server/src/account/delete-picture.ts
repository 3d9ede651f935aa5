import { jobKind } from '../platform/jobs.ts';

/**
 * Job: deletes an unused profile picture. It runs after the transaction that queued it, because a file cannot be rolled
 * back.
 */
export const deletePicture = jobKind<{ key: string }>('delete_picture', { limit: 150 });
