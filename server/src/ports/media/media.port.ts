import type { PictureFormat } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** A picture in one width and format. */
export type Rendition = { readonly key: string; readonly width: number; readonly format: PictureFormat };

/**
 * Stores pictures. A source is a WebP file with a key such as `products/puna-yam-front-1a2b3c4d`. Renditions are derived
 * from it, so a store may lose them, but never a source. Several processes may use one store; readers see only complete
 * files. Pictures are neither read nor written while the store is unavailable: the calls throw MediaUnavailable.
 */
export interface MediaStore {
  /**
   * Stores a source. Idempotent; another picture with the same key replaces it and deletes its renditions.
   * @throws MediaError for an invalid key, or bytes that are not WebP
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns the source's bytes; undefined when it does not exist or the key is invalid */
  read(key: string): Promise<Buffer | undefined>;
  /**
   * Deletes a source and its renditions. Idempotent.
   * @throws MediaError for an invalid key
   */
  remove(key: string): Promise<void>;
  /** The keys of all sources, unordered; concurrent changes may or may not be included. */
  keys(): AsyncIterable<string>;
  /** @returns the bytes of a stored rendition; undefined when there is none */
  readRendition(rendition: Rendition): Promise<Buffer | undefined>;
  /**
   * Stores a rendition.
   * @throws MediaError for an invalid key, or a width outside 1 to 16383
   */
  storeRendition(rendition: Rendition, bytes: Uint8Array): Promise<void>;
}

/** A programming error: an invalid key, width or picture. */
export class MediaError extends Error {}

/** The store did not respond in time, failed, or is full. The same call may succeed later. */
export class MediaUnavailable extends Error {}

const KEY = /^[a-z0-9-]{1,120}(\/[a-z0-9-]{1,120}){0,5}$/;
const MAX_KEY_LENGTH = 250;
/** Maximum width of WebP. */
const MAX_WIDTH = 16_383;

/** Whether the text is a valid key: up to six segments of lower-case letters, digits and hyphens, so no path traversal. */
export const isMediaKey = (key: string): boolean => key.length <= MAX_KEY_LENGTH && KEY.test(key);

const PERSON_PREFIX = 'people/';
/** The key of a profile picture. @param name a random name, so that the key cannot be guessed */
export const personKey = (name: string): string => PERSON_PREFIX + name;
/**
 * Whether the picture shows a person, who may delete it. It has no renditions and is never cached, so deleting the source
 * is enough.
 */
export const isErasable = (key: string): boolean => key.startsWith(PERSON_PREFIX);

/** Whether the width, in pixels, is valid for a rendition. */
export const isPictureWidth = (width: number): boolean => Number.isInteger(width) && width >= 1 && width <= MAX_WIDTH;

/** Whether the bytes start with the WebP signature. */
export const isWebp = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12));
  return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
};
