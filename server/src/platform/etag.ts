import xxhash from 'xxhash-wasm';

const { h64Raw } = await xxhash();

/**
 * The ETag of a body: its 64-bit xxHash. It only compares versions of one response, so it need not withstand attacks, and it takes a
 * sixth of the time of SHA-1 (docs/decisions/response-cache.md).
 */
export const etagOf = (body: Uint8Array): string => `"${h64Raw(body).toString(36)}"`;
