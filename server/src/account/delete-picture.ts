import { jobKind } from '../platform/jobs.ts';

/** Deletes a picture of a person, after the transaction that made it unused has committed. */
export const deletePicture = jobKind<{ key: string }>('delete_picture', { limit: 150 });
