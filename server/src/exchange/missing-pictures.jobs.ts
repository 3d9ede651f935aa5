import { createWorker, type JobWorker } from '../platform/jobs.ts';
import type { ShopParts } from '../shop.ts';
import { missingPicturesJob } from './missing-pictures.job-kinds.ts';

export const exchangeWorkers = (shop: ShopParts): JobWorker[] => [
  createWorker(missingPicturesJob, async (missing, { retryCount }) => {
    const { fetchMissingPictures } = await import('./missing-pictures.service.ts');
    await fetchMissingPictures(shop, missing, retryCount);
  }),
];
