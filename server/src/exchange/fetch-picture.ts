import { fetchPublic } from '../platform/public-fetch.ts';

export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
/** Generous, because a merchant's server may be slow. */
const TIMEOUT_MS = 20_000;

export type FetchPicture = (url: string) => Promise<{ bytes: Buffer } | { refused: string }>;

/** Downloads a picture that a product file names by its URL. */
export const fetchPicture: FetchPicture = (url) =>
  fetchPublic(url, { maxBytes: MAX_PICTURE_BYTES, timeoutMs: TIMEOUT_MS });
