import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { createToken, hashToken } from '../platform/tokens.ts';
import { publicIdOf } from './account.rules.ts';
import { type CredentialRow, lockCredentials } from './account.sql.ts';
import type { Identify } from './account-events.ts';
import type { LinkPurpose } from './mail-links.sql.ts';
import * as store from './mail-links.sql.ts';

/** The parameters of a mailed link: the account's uid and a secret token. */
export type Link = { uid: string; token: string };
export type LinkRefused = Refused<'link_invalid' | 'link_used' | 'link_expired'>;

const HOUR_MS = 60 * 60 * 1000;
/** How long a link is valid. */
const LIFETIME_MS: Record<LinkPurpose, number> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS };
/** How long expired links stay stored, so that opening one returns link_expired and not link_invalid. */
const EXPIRED_RETENTION_MS = 30 * 24 * HOUR_MS;

/**
 * Creates a link. Earlier links stay valid, so that a stranger's request does not end the link that the owner is about
 * to open. The account must be locked.
 * @returns the link's token; the database stores only its hash
 */
export const createLink = async (trx: Database, accountId: AccountId, purpose: LinkPurpose): Promise<string> => {
  const now = new Date();
  const token = createToken();
  const expires_at = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await store.insertLink(trx, { token_hash: hashToken(token), account_id: accountId, purpose, expires_at });
  return token;
};

/** Deletes links that expired before the retention time. */
export const deleteOldLinks = (db: Database): Promise<void> =>
  store.deleteExpiredLinks(db, new Date(Date.now() - EXPIRED_RETENTION_MS));

/**
 * Checks a link and locks its account, so that of two concurrent uses the second gets link_used.
 * @param identify receives the account that the link names
 * @returns the account; link_invalid if no such link was mailed to the account for the purpose; link_used; link_expired
 */
export const verifyLink = async (
  trx: Database,
  purpose: LinkPurpose,
  { uid, token }: Link,
  identify: Identify,
): Promise<CredentialRow | LinkRefused> => {
  const publicId = publicIdOf(uid);
  const account = publicId === undefined ? undefined : await lockCredentials(trx, { public_id: publicId });
  identify(account?.id);
  if (!account) return refuse('link_invalid');
  const link = await store.selectLink(trx, account.id, purpose, hashToken(token));
  if (!link) return refuse('link_invalid');
  if (link.used_at) return refuse('link_used');
  return link.expires_at > new Date() ? account : refuse('link_expired');
};

/** Marks the link as used and expires the others for the purpose. The account must be locked. */
export const consumeLink = async (
  trx: Database,
  purpose: LinkPurpose,
  accountId: AccountId,
  { token }: Link,
): Promise<void> => {
  const now = new Date();
  await store.updateLinkAsUsed(trx, hashToken(token), now);
  await store.expireLinks(trx, accountId, purpose, now);
};
