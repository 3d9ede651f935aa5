import { IMPORT_LIFETIME_DAYS } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';
import type { ShopParts } from '../shop.ts';
import { missingPicturesJob } from './missing-pictures.job-kinds.ts';
import { importProductsJob } from './product-imports.job-kinds.ts';
import { deleteOldImports } from './product-imports.sql.ts';

/** No retries: cron starts it again an hour later. */
const sweepImportsJob = jobKind('sweep_product_imports', { limit: 0 });

export const exchangeWorkers = (shop: ShopParts): JobWorker[] => [
  createWorker(missingPicturesJob, async (missing, { retryCount }) => {
    const { fetchMissingPictures } = await import('./missing-pictures.service.ts');
    await fetchMissingPictures(shop, missing, retryCount);
  }),
  createWorker(importProductsJob, async (part) => {
    const { importPart } = await import('./import-part.service.ts');
    await importPart(shop, part);
  }),
  createWorker(sweepImportsJob, () => deleteOldImports(shop.db, IMPORT_LIFETIME_DAYS), { cron: '53 * * * *' }),
];
