import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { DiskMedia } from './disk.media.ts';
import type { MediaStore } from './media.port.ts';

/** Opens the configured bucket, otherwise the data folder. Only what is used is loaded. */
export const openMedia = async ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<MediaStore> => {
  if (!s3) return new DiskMedia(join(dataDir, 'media'));
  const { S3Media } = await import('./s3.media.ts');
  return new S3Media(s3);
};
