import { accessOf, type Role, type Staff } from '@sokuwa/contract/staff/roles.ts';
import { selectContact } from '../account/index.ts';
import { selectMerchantBalances } from '../ledger/index.ts';
import { queueMail } from '../mail/index.ts';
import { revokeTokensOf } from '../platform/api-tokens.ts';
import { accountActor, merchantSubject, recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import type { RateLimit, RateLimiter } from '../platform/rate-limiter.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { createToken, hashToken, isToken } from '../platform/tokens.ts';
import { selectMemberships, selectStaff, toStaff } from './memberships.sql.ts';
import * as store from './team.sql.ts';

/** Whose team it is: a merchant's, or null for the operators. */
type Team = MerchantId | null;

const INVITATION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Members and invitations together. */
const MAX_TEAM = 50;
/** Each invitation is a mail to an address that anybody may have entered. The second limit is of an address, over all teams. */
const INVITATION_LIMIT: RateLimit = { action: 'team invitation', maxAttempts: 100, windowSeconds: 86_400 };
const ADDRESS_LIMIT: RateLimit = { action: 'team invitation of address', maxAttempts: 5, windowSeconds: 86_400 };

/** How the audit log names a team. */
export const subjectOf = (team: Team): string => (team === null ? 'operators' : merchantSubject(team));

/** Who works in a team, and who is invited. */
export const readTeam = async (
  db: Database,
  team: Team,
): Promise<{ members: store.MemberRow[]; invitations: store.InvitationRow[] }> => ({
  members: await store.selectMembers(db, team),
  invitations: await store.selectInvitations(db, team),
});

/** Runs a change of a team in a transaction, one at a time. */
export const changeTeam = <T>(db: Database, team: Team, change: (trx: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await store.lockTeam(trx, team);
    return change(trx);
  });

/**
 * Invites somebody by mail (STAFF-13). The link is valid for 7 days; a second invitation of the address replaces the first.
 * @param actor for the audit log; `inviter` is the name in the mail
 * @returns member_exists if the address has a member's account; team_full; too_many_requests beyond 100 invitations of a team,
 *   or 5 of an address, in a day
 */
export const invite = async (
  { db, rateLimiter, deskUrl }: { db: Database; rateLimiter: RateLimiter; deskUrl: string },
  team: Team,
  {
    actor,
    inviter,
    storeName,
    email,
    role,
  }: { actor: string; inviter: string; storeName: string | null; email: string; role: Role },
): Promise<undefined | Refused<'member_exists' | 'team_full' | 'too_many_requests'>> => {
  const throttled = await rateLimiter.consume(
    { limit: INVITATION_LIMIT, key: subjectOf(team) },
    { limit: ADDRESS_LIMIT, key: email.toLowerCase() },
  );
  if (throttled) return throttled;
  return changeTeam(db, team, async (trx) => {
    const { members, invitations } = await readTeam(trx, team);
    const isSame = (one: { email: string }) => one.email.toLowerCase() === email.toLowerCase();
    if (members.some(isSame)) return refuse('member_exists');
    const others = invitations.filter((one) => !isSame(one));
    if (members.length + others.length >= MAX_TEAM) return refuse('team_full');
    const token = createToken();
    const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
    await store.upsertInvitation(trx, { merchantId: team, email, role, tokenHash: hashToken(token), expiresAt });
    await recordAudit(trx, { actor }, { action: 'team invite', subject: subjectOf(team), after: { role } });
    // In the fragment, which browsers send to no server.
    const link = `${deskUrl}/invitation#${token}`;
    await queueMail(trx, { kind: 'staff_invited', to: email, store_name: storeName, role, inviter, link });
    return undefined;
  });
};

/** Revokes an invitation. @returns not_found if the team has no such invitation */
export const revokeInvitation = (
  db: Database,
  team: Team,
  { actor, invitationId }: { actor: string; invitationId: number },
): Promise<undefined | Refused<'not_found'>> =>
  changeTeam(db, team, async (trx) => {
    if (!(await store.deleteInvitation(trx, team, invitationId))) return refuse('not_found');
    await recordAudit(trx, { actor }, { action: 'team revoke-invitation', subject: subjectOf(team) });
    return undefined;
  });

/**
 * Whether a team can be left without an owner, if it has no other members: the operators, of whom a command makes the first one, and a store
 * that is closed, which is suspended and neither owes nor is owed anything. A draft of a store is suspended too.
 */
const needsNoOwner = async (trx: Database, team: Team): Promise<boolean> =>
  team === null ||
  ((await store.isSuspended(trx, team)) &&
    Object.values(await selectMerchantBalances(trx, team)).every((balance) => balance === 0));

/**
 * The teams that would be left without an owner if an account were deleted (STAFF-14). Changes of all its teams wait until the transaction ends.
 * @returns their names
 */
export const findOwnerless = async (trx: Database, accountId: AccountId): Promise<string[]> => {
  const memberships = await selectMemberships(trx, accountId);
  // All locks first, and in the same sequence everywhere.
  for (const { merchant_id } of memberships) await store.lockTeam(trx, merchant_id);
  const names: string[] = [];
  for (const { merchant_id: team, name } of memberships) {
    const members = await store.selectMembers(trx, team);
    const owners = members.filter(({ role }) => role === 'owner');
    if (owners.length !== 1 || owners[0]?.account_id !== accountId) continue;
    if (members.length > 1 || !(await needsNoOwner(trx, team))) names.push(name ?? 'operators');
  }
  return names;
};

/** A member who may not be an owner any more. @returns not_found; last_owner if nobody else is one */
export const findReplaceable = async (
  trx: Database,
  team: Team,
  memberId: number,
): Promise<store.MemberRow | Refused<'not_found' | 'last_owner'>> => {
  const members = await store.selectMembers(trx, team);
  const member = members.find(({ id }) => id === memberId);
  if (!member) return refuse('not_found');
  const isOnlyOwner = member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
  return isOnlyOwner ? refuse('last_owner') : member;
};

/**
 * Lets changes of a team wait until the transaction ends, for a change that depends on a member's role.
 * @returns the role of an account; undefined if it does not work there
 */
export const lockMember = async (trx: Database, accountId: AccountId, team: Team): Promise<Staff | undefined> => {
  await store.lockTeam(trx, team);
  return selectStaff(trx, accountId, team);
};

/**
 * Ends a membership in a locked team, together with the API tokens that the person has made (STAFF-19), and an invitation with which the
 * person could come back (STAFF-13).
 * @returns what ends, for the audit log
 */
export const endMembership = async (
  trx: Database,
  team: Team,
  { id, account_id: account, role, email }: store.MemberRow,
): Promise<object> => {
  await store.deleteMembership(trx, id);
  await store.deleteInvitationOf(trx, team, email);
  const tokens = await revokeTokensOf(trx, account, team);
  return { account, role, ...(tokens.length > 0 && { tokens }) };
};

/** Changes a member's role (STAFF-14). An owner is always left. API tokens end that the new role could not make (STAFF-19). */
export const changeRole = (
  db: Database,
  team: Team,
  { actor, memberId, role }: { actor: string; memberId: number; role: Role },
): Promise<undefined | Refused<'not_found' | 'last_owner'>> =>
  changeTeam(db, team, async (trx) => {
    const found = await findReplaceable(trx, team, memberId);
    if ('refused' in found && !(found.refused === 'last_owner' && role === 'owner')) return found;
    if ('refused' in found || found.role === role) return undefined;
    await store.updateRole(trx, memberId, role);
    const { account_id: account } = found;
    const mayMakeTokens = accessOf(toStaff(team, role), 'integrations') === 'write';
    const tokens = mayMakeTokens ? [] : await revokeTokensOf(trx, account, team);
    await recordAudit(
      trx,
      { actor },
      {
        action: 'team role',
        subject: subjectOf(team),
        before: { account, role: found.role, ...(tokens.length > 0 && { tokens }) },
        after: { account, role },
      },
    );
    return undefined;
  });

/** Removes a member, whose next call is refused (STAFF-12). An owner is always left. */
export const removeMember = (
  db: Database,
  team: Team,
  { actor, memberId }: { actor: string; memberId: number },
): Promise<undefined | Refused<'not_found' | 'last_owner'>> =>
  changeTeam(db, team, async (trx) => {
    const found = await findReplaceable(trx, team, memberId);
    if ('refused' in found) return found;
    const before = await endMembership(trx, team, found);
    await recordAudit(trx, { actor }, { action: 'team remove', subject: subjectOf(team), before });
    return undefined;
  });

/** What an invitation offers. @returns link_invalid for an unknown, revoked, used or expired one */
export const readOffer = async (db: Database, token: string): Promise<store.Offer | Refused<'link_invalid'>> =>
  (isToken(token) && (await store.selectOffer(db, hashToken(token)))) || refuse('link_invalid');

/**
 * Accepts an invitation (STAFF-13).
 * @returns link_invalid as `readOffer`; invitation_of_other if the account has another address than the invited one
 */
export const acceptInvitation = (
  db: Database,
  accountId: AccountId,
  token: string,
): Promise<undefined | Refused<'link_invalid' | 'invitation_of_other'>> =>
  db.transaction().execute(async (trx) => {
    const offer = await readOffer(trx, token);
    if ('refused' in offer) return offer;
    const { email } = await selectContact(trx, accountId);
    if (email.toLowerCase() !== offer.email.toLowerCase()) return refuse('invitation_of_other');
    await store.lockTeam(trx, offer.merchant_id);
    if (!(await store.consumeInvitation(trx, offer.id))) return refuse('link_invalid');
    const membership = { accountId, merchantId: offer.merchant_id, role: offer.role };
    if (!(await store.insertMembership(trx, membership))) return undefined;
    await recordAudit(
      trx,
      { actor: accountActor(accountId) },
      { action: 'team join', subject: subjectOf(offer.merchant_id), after: { account: accountId, role: offer.role } },
    );
    return undefined;
  });
