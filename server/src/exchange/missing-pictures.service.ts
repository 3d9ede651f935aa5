import { lockPictures, replacePictures } from '../catalog/index.ts';
import { PermanentJobError } from '../platform/jobs.ts';
import { MAX_PICTURE_RETRIES, type MissingPictures } from './missing-pictures.job-kinds.ts';
import { type PictureDeps, resolvePictures } from './pictures.ts';

/**
 * Fetches the pictures that an import could not download, and then sets all pictures of the product. Does nothing if
 * the product was deleted, or if its pictures were changed after the import.
 * @throws if a picture is still missing, so that the job is retried
 */
export const fetchMissingPictures = async (
  deps: Pick<PictureDeps, 'db' | 'media' | 'fetchPicture' | 'publicUrl'>,
  { product_id, wanted, before }: MissingPictures,
  retryCount: number,
): Promise<void> => {
  const found = await resolvePictures(
    { ...deps, folder: undefined, dryRun: false },
    new Set(wanted.map(({ source }) => source)),
  );
  const pictures: { key: string; alt: string }[] = [];
  for (const { source, alt } of wanted) {
    const result = found.get(source);
    if (!result || 'refused' in result) {
      const message = `product ${product_id}: ${result?.refused ?? source}`;
      throw retryCount >= MAX_PICTURE_RETRIES ? new PermanentJobError(message) : new Error(message);
    }
    pictures.push({ key: result.key, alt });
  }
  await deps.db.transaction().execute(async (trx) => {
    const current = await lockPictures(trx, product_id);
    if (JSON.stringify(current) !== JSON.stringify(before.map(({ key, alt }) => ({ key, alt })))) return;
    await replacePictures(trx, [{ id: product_id, pictures }]);
  });
};
