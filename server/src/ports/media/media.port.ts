import type { PictureFormat } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** One picture at one size: which source, how many pixels wide, in which format. */
export type Rendition = { readonly key: string; readonly width: number; readonly format: PictureFormat };

/**
 * Where pictures are kept. A source is a WebP file under a key such as `products/puna-yam-front-1a2b3c4d`; renditions
 * are made from it and could be made again, so a store may lose them but never a source.
 * Several processes may use one store at once: a reader sees a whole file or none.
 */
export interface MediaStore {
  /**
   * Stores a source. The same picture twice is one; another picture under the key replaces it and drops its renditions.
   * @throws MediaError when the key is not one, or the bytes are not WebP
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns the source's bytes, or undefined when there is none, or the key is not one */
  read(key: string): Promise<Buffer | undefined>;
  /**
   * Erases a source and its renditions; one that is gone already is gone.
   * @throws MediaError when the key is not one
   */
  remove(key: string): Promise<void>;
  /** The keys of all sources, in no order; what is put or erased meanwhile may be among them or not. */
  keys(): AsyncIterable<string>;
  /** @returns the bytes kept for the rendition, or undefined when none are */
  readRendition(rendition: Rendition): Promise<Buffer | undefined>;
  /**
   * Keeps a rendition's bytes for later.
   * @throws MediaError when its key is not one, or its width no whole number from 1 to 16383
   */
  keepRendition(rendition: Rendition, bytes: Uint8Array): Promise<void>;
}

/** A caller's mistake: a key, width or picture that no store takes. */
export class MediaError extends Error {}

const KEY = /^[a-z0-9-]{1,120}(\/[a-z0-9-]{1,120}){0,5}$/;
const LONGEST_KEY = 250;
/** WebP has no pictures wider than this. */
const WIDEST = 16_383;

/** Whether the text can be a key: up to six segments of small letters, digits and hyphens; so never a way out of a folder. */
export const isMediaKey = (key: string): boolean => key.length <= LONGEST_KEY && KEY.test(key);

/** The folder of people's own pictures. Their keys cannot be guessed. */
const PEOPLE = 'people/';
export const personKey = (name: string): string => PEOPLE + name;
/**
 * Whether whom it shows may have the picture erased. No rendition of it is made and no process keeps it, so that it is
 * gone everywhere when its source is.
 */
export const isErasable = (key: string): boolean => key.startsWith(PEOPLE);

export const isPictureWidth = (width: number): boolean => Number.isInteger(width) && width >= 1 && width <= WIDEST;

/** Whether the bytes begin as a WebP file does; nothing else may be served under that name. */
export const isWebp = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12));
  return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
};
