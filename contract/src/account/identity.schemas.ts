import { z } from 'zod';
import { signedIn } from './account.schemas.ts';

/** A path within the shop, so that a link cannot redirect to another site. */
const isPath = (text: string): boolean => /^\/(?![/\\])[^\s\\]{0,1999}$/.test(text);

export const identityQuery = z.object({
  /** The path to return to; anything but a path of the shop counts as `/`. */
  next: z.string().refine(isPath).optional().catch(undefined),
});
export type IdentityQuery = { next?: string };

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
