import { type BrotliOptions, constants } from 'node:zlib';

/** Fast rather than small, since visitors wait for a page. */
export const BROTLI_QUALITY = 6;
/** A smaller body fits one network packet even without compression. */
export const MIN_BYTES_TO_COMPRESS = 1200;
/**
 * The window covers the body and no more: brotli's tables grow with it, and to allocate and free them takes longer than to compress
 * a response of 30 kB. The numbers are exponents of 2.
 */
const MIN_WINDOW_BITS = 16;
const MAX_WINDOW_BITS = 22;

/** The options that compress a text of this many bytes. */
export const brotliOptions = (bytes: number, quality: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      MAX_WINDOW_BITS,
      Math.max(MIN_WINDOW_BITS, Math.ceil(Math.log2(Math.max(1, bytes)))),
    ),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});
