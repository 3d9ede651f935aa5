import type { PictureFormat } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { LRUCache } from 'lru-cache';
import { etagOf } from '../../platform/response-cache.ts';

/** A picture's bytes, ready to send. */
export type Picture = { readonly bytes: Buffer; readonly format: PictureFormat; readonly etag: string };

export const createPicture = (bytes: Buffer, format: PictureFormat): Picture => ({
  bytes,
  format,
  etag: etagOf(bytes),
});

/** A cache of the most recently requested pictures. */
export const openRecentPictures = (maxBytes: number): LRUCache<string, Picture> =>
  new LRUCache({
    maxSize: maxBytes,
    // A picture that takes a quarter of the cache would evict hundreds that are requested more often.
    maxEntrySize: Math.floor(maxBytes / 4),
    // lru-cache refuses a size of zero, which a file has that a power cut truncated.
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, 1),
  });
