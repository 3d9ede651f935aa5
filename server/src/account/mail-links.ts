import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { createToken, hashToken } from '../platform/tokens.ts';
import { publicIdOf } from './account.rules.ts';
import { type CredentialRow, lockCredentials } from './account.sql.ts';
import type { LinkPurpose } from './mail-links.sql.ts';
import * as store from './mail-links.sql.ts';

/** What a link carries: whose it is, and the secret. */
export type Link = { uid: string; token: string };
export type LinkRefused = Refused<'link_invalid' | 'link_used' | 'link_expired'>;

const HOUR = 60 * 60 * 1000;
/** Milliseconds for which a link is good. */
const LIFETIME: Record<LinkPurpose, number> = { verify_email: 24 * HOUR, reset_password: HOUR };
/** Milliseconds for which one that ran out is known, so that whoever follows it is told what happened. */
const REMEMBERED = 30 * 24 * HOUR;

/**
 * Makes the one link of an account that is good for the purpose; those before it end. The account must be locked.
 * @returns the link's token, which is kept nowhere but in the mail
 */
export const makeLink = async (trx: Database, account: AccountId, purpose: LinkPurpose): Promise<string> => {
  const now = new Date();
  const forgotten = new Date(now.getTime() - REMEMBERED);
  await store.deleteExpiredLinks(trx, account, forgotten);
  await store.expireLinks(trx, account, purpose, now);
  const token = createToken();
  const expires_at = new Date(now.getTime() + LIFETIME[purpose]);
  await store.insertLink(trx, { token_hash: hashToken(token), account_id: account, purpose, expires_at });
  return token;
};

/**
 * Finds whose link it is, and locks the account, so that of two who use one link at once the second finds it used.
 * @returns link_invalid for what was never mailed to that account for that purpose; link_used; link_expired
 */
export const openLink = async (
  trx: Database,
  purpose: LinkPurpose,
  { uid, token }: Link,
): Promise<CredentialRow | LinkRefused> => {
  const publicId = publicIdOf(uid);
  const account = publicId === undefined ? undefined : await lockCredentials(trx, { public_id: publicId });
  if (!account) return refuse('link_invalid');
  const link = await store.selectLink(trx, account.id, purpose, hashToken(token));
  if (!link) return refuse('link_invalid');
  if (link.used_at) return refuse('link_used');
  return link.expires_at > new Date() ? account : refuse('link_expired');
};

/** Marks the link as used, and ends any others for the purpose. The account must be locked. */
export const spendLink = async (
  trx: Database,
  purpose: LinkPurpose,
  account: AccountId,
  { token }: Link,
): Promise<void> => {
  const now = new Date();
  await store.updateLinkAsUsed(trx, hashToken(token), now);
  await store.expireLinks(trx, account, purpose, now);
};
