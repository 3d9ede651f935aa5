import { createHash } from 'node:crypto';
import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import { enqueue, jobKind } from '../platform/jobs.ts';
import type { StoredPicture } from './plan.rules.ts';

/** Pictures of a product that an import could not download. */
export type MissingPictures = {
  product_id: ProductId;
  /** All pictures of the product, in order. */
  wanted: readonly { source: string; alt: string }[];
  /** The product's pictures after the import. If they differ later, somebody has changed them. */
  before: readonly StoredPicture[];
};

const HOUR_SECONDS = 3600;
/** About five days of attempts. */
export const MAX_PICTURE_RETRIES = 8;
export const missingPicturesJob = jobKind<MissingPictures>('fetch_missing_pictures', {
  limit: MAX_PICTURE_RETRIES,
  minDelaySeconds: HOUR_SECONDS,
  maxDelaySeconds: 24 * HOUR_SECONDS,
});

/** Queues the pictures of a product to be fetched in an hour. The same pictures are queued only once. */
export const enqueueMissingPictures = async (trx: Database, missing: MissingPictures): Promise<void> => {
  const sources = createHash('sha256').update(JSON.stringify(missing)).digest('hex');
  await enqueue(trx, missingPicturesJob, missing, {
    key: sources,
    startAfter: new Date(Date.now() + HOUR_SECONDS * 1000),
  });
};
