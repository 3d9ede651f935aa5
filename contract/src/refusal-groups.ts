import type { RefusalCode } from './refusals.ts';

// In a file of their own: pages load the lists with the endpoints, and must not load the texts of all refusals.

/** Refusals of every call with a required token. */
export const signedInRefusals = [
  'credentials_missing',
  'token_invalid',
  'too_many_requests',
  'database_unavailable',
] as const satisfies RefusalCode[];

/** Refusals of every call with a merchant's or operator's API token that is not a GET. */
export const apiWriteRefusals = [...signedInRefusals, 'token_read_only'] as const satisfies RefusalCode[];

/** Refusals of every call of the desk's own that is not a GET. */
export const deskWriteRefusals = [...signedInRefusals, 'cross_site'] as const satisfies RefusalCode[];

/** Refusals of every call with a body. */
export const bodyRefusals = [
  'invalid_input',
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
] as const satisfies RefusalCode[];
