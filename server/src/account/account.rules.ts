import { PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '@sokuwa/contract/account/account.rules.ts';
import { type Refused, refuse } from '../platform/refusal.ts';

/** @returns why the length of a password is refused, or undefined if it is valid (ACCOUNT-43, ACCOUNT-44) */
export const validatePassword = (password: string): Refused<'password_too_short' | 'password_too_long'> | undefined => {
  const length = passwordLength(password);
  if (length < PASSWORD_MIN) return refuse('password_too_short');
  return length > PASSWORD_MAX ? refuse('password_too_long') : undefined;
};

/** Encodes an account's public id (a UUID) as base64url, for links. */
export const uidOf = (publicId: string): string =>
  Buffer.from(publicId.replaceAll('-', ''), 'hex').toString('base64url');

/** Decodes a link's uid to the account's public id; undefined if it is malformed. */
export const publicIdOf = (uid: string): string | undefined => {
  if (!/^[\w-]{22}$/.test(uid)) return undefined;
  const hex = Buffer.from(uid, 'base64url').toString('hex');
  const id = hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  // The last character has unused bits: accept only the canonical encoding.
  return uidOf(id) === uid ? id : undefined;
};
