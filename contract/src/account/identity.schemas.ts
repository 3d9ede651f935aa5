import { z } from 'zod';
import { signedIn } from './account.schemas.ts';

export const identityStart = z.object({
  /** The provider's sign-in page. */
  authorization_url: z.string(),
});
export type IdentityStart = z.infer<typeof identityStart>;

const part = z.string().max(4096);
/** The query parameters with which the provider redirects the browser back to the shop. */
export const identityCallback = z.object({
  code: part.optional(),
  state: part.default(''),
  iss: part.optional(),
  error: part.optional(),
});
export type IdentityCallback = z.input<typeof identityCallback>;

export const identitySignedIn = signedIn.extend({
  /** The path to return to. */
  next: z.string(),
});
export type IdentitySignedIn = z.infer<typeof identitySignedIn>;
