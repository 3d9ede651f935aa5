import { hash, randomBytes } from 'node:crypto';
import { type Refused, refuse } from './refusal.ts';

/** 256 random bits in base64url. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Whether the text has the form of a token from `createToken`. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The SHA-256 hash that is stored instead of a secret. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * The token of `Authorization: Token {token}`.
 * @returns credentials_missing without the header; token_invalid for a malformed one
 */
export const parseAuthorization = (
  authorization: string | undefined,
): string | Refused<'credentials_missing' | 'token_invalid'> => {
  if (!authorization) return refuse('credentials_missing');
  const token = /^Token ([\w-]+)$/i.exec(authorization)?.[1];
  return token !== undefined && isToken(token) ? token : refuse('token_invalid');
};
