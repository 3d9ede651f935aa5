import { PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '@sokuwa/contract/account/account.rules.ts';
import { type Refused, refuse } from '../platform/refusal.ts';

/** @returns why the password is none that the shop takes, or undefined (ACCOUNT-43, ACCOUNT-44) */
export const refusePassword = (password: string): Refused<'password_too_short' | 'password_too_long'> | undefined => {
  const length = passwordLength(password);
  if (length < PASSWORD_MIN) return refuse('password_too_short');
  return length > PASSWORD_MAX ? refuse('password_too_long') : undefined;
};

/** An account's public id (a UUID) as links carry it. */
export const uidOf = (publicId: string): string =>
  Buffer.from(publicId.replaceAll('-', ''), 'hex').toString('base64url');

/** The public id that a link's uid stands for, or undefined where it stands for none. */
export const publicIdOf = (uid: string): string | undefined => {
  if (!/^[\w-]{22}$/.test(uid)) return undefined;
  const hex = Buffer.from(uid, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  // The last letter has bits to spare: one id, one way to write it.
  return uidOf(id) === uid ? id : undefined;
};
