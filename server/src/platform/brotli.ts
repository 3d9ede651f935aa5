import { type BrotliOptions, constants } from 'node:zlib';

/**
 * A compromise, because visitors wait for a page: quality 5 takes a tenth less time for 1 % more bytes, quality 9 takes ten times as
 * long for 1 % fewer.
 */
const BROTLI_QUALITY = 6;
/** For a body that is soon replaced: takes a third of the time for a tenth more bytes. */
const QUICK_BROTLI_QUALITY = 3;
/** A smaller body fits one network packet even without compression. */
export const MIN_BYTES_TO_COMPRESS = 1200;
/**
 * The window is about as large as the body. Brotli's tables grow with the window, and allocating and freeing large ones takes longer
 * than compressing a response of 30 kB. Both limits are exponents of 2.
 */
const MIN_WINDOW_BITS = 16;
const MAX_WINDOW_BITS = 22;

/** What matters more: `quick` takes less time, `small` makes fewer bytes. */
export type Compression = 'quick' | 'small';

/** Brotli's options for a text of this size in bytes. */
export const brotliOptions = (bytes: number, compression: Compression): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: compression === 'quick' ? QUICK_BROTLI_QUALITY : BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      MAX_WINDOW_BITS,
      Math.max(MIN_WINDOW_BITS, Math.ceil(Math.log2(Math.max(1, bytes)))),
    ),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});
