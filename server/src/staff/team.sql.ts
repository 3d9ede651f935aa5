import type { Role } from '@sokuwa/contract/staff/roles.ts';
import { type Selectable, sql } from 'kysely';
import { accountContacts } from '../account/index.ts';
import { merchantNames, suspendedMerchants } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import { deskUses } from '../platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

export type MemberRow = {
  id: number;
  account_id: AccountId;
  name: string;
  email: string;
  role: Role;
  created_at: Date;
  last_used_at: Date | null;
  has_second_factor: boolean;
};
export type InvitationRow = Pick<
  Selectable<Tables['invitation']>,
  'id' | 'email' | 'role' | 'created_at' | 'expires_at'
>;

/** Changes of one team run one at a time, so that an owner is always left. @param merchantId null for the operators */
export const lockTeam = async (trx: Database, merchantId: MerchantId | null): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('team'), ${merchantId ?? 0})`.execute(trx);
};

/** Whether the merchant's products are not in the shop: it is suspended, or a draft. */
export const isSuspended = async (trx: Database, merchantId: MerchantId): Promise<boolean> => {
  const { rows } = await sql`select from ${suspendedMerchants} suspended where id = ${merchantId}`.execute(trx);
  return rows.length > 0;
};

/** @param merchantId null for the operators */
export const selectMembers = async (db: Database, merchantId: MerchantId | null): Promise<MemberRow[]> => {
  const { rows } = await sql<MemberRow>`
    select membership.id, membership.account_id, full_name as name, email, role, membership.created_at,
      desk_use.last_used_at,
      exists (select from passkey p where p.account_id = membership.account_id)
        or exists (select from totp t where t.account_id = membership.account_id and confirmed_at is not null) as has_second_factor
    from membership join ${accountContacts} account on account.id = membership.account_id
      left join ${deskUses} desk_use on desk_use.account_id = membership.account_id
    where merchant_id is not distinct from ${merchantId} order by membership.id`.execute(db);
  return rows;
};

export const selectInvitations = (db: Database, merchantId: MerchantId | null): Promise<InvitationRow[]> =>
  db
    .selectFrom('invitation')
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('merchant_id', 'is not distinct from', merchantId)
    .where('expires_at', '>', new Date())
    .orderBy('id')
    .execute();

/** Deletes the invitation of an address to a team, if there is one. */
export const deleteInvitationOf = async (
  trx: Database,
  merchantId: MerchantId | null,
  email: string,
): Promise<void> => {
  await trx
    .deleteFrom('invitation')
    .where('merchant_id', 'is not distinct from', merchantId)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .execute();
};

/** Stores an invitation in place of an earlier one of the same address. */
export const upsertInvitation = async (
  trx: Database,
  {
    merchantId,
    email,
    role,
    tokenHash,
    expiresAt,
  }: {
    merchantId: MerchantId | null;
    email: string;
    role: Role;
    tokenHash: Buffer;
    expiresAt: Date;
  },
): Promise<void> => {
  await deleteInvitationOf(trx, merchantId, email);
  await trx
    .insertInto('invitation')
    .values({ merchant_id: merchantId, email, role, token_hash: tokenHash, expires_at: expiresAt })
    .execute();
};

/** @returns its address; undefined if the team has no such invitation */
export const deleteInvitation = (
  trx: Database,
  merchantId: MerchantId | null,
  id: number,
): Promise<{ email: string } | undefined> =>
  trx
    .deleteFrom('invitation')
    .where('merchant_id', 'is not distinct from', merchantId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();

export type Offer = {
  id: number;
  merchant_id: MerchantId | null;
  store_name: string | null;
  email: string;
  role: Role;
};
/** An invitation that has not expired. */
export const selectOffer = async (db: Database, tokenHash: Buffer): Promise<Offer | undefined> => {
  const { rows } = await sql<Offer>`
    select invitation.id, merchant_id, name as store_name, email, role
    from invitation left join ${merchantNames} merchant on merchant.id = merchant_id
    where token_hash = ${tokenHash} and expires_at > ${new Date()}`.execute(db);
  return rows[0];
};

/** Deletes an invitation that is accepted. @returns false if another request has accepted it, or it was revoked */
export const consumeInvitation = async (trx: Database, id: number): Promise<boolean> => {
  const { numDeletedRows } = await trx.deleteFrom('invitation').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Adds a member; somebody who is one already keeps the role. @returns whether it was added */
export const insertMembership = async (
  trx: Database,
  { accountId, merchantId, role }: { accountId: AccountId; merchantId: MerchantId | null; role: Role },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('membership')
    .values({ account_id: accountId, merchant_id: merchantId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
};

export const updateRole = async (trx: Database, memberId: number, role: Role): Promise<void> => {
  await trx.updateTable('membership').set({ role }).where('id', '=', memberId).execute();
};

export const deleteMembership = async (trx: Database, memberId: number): Promise<void> => {
  await trx.deleteFrom('membership').where('id', '=', memberId).execute();
};

/** Deletes everybody's access to a merchant that is deleted. */
export const deleteTeam = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await trx.deleteFrom('invitation').where('merchant_id', '=', merchantId).execute();
  await trx.deleteFrom('membership').where('merchant_id', '=', merchantId).execute();
};

export const deleteInvitationsTo = async (trx: Database, email: string): Promise<void> => {
  await trx
    .deleteFrom('invitation')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .execute();
};

export const deleteExpiredInvitations = async (db: Database): Promise<void> => {
  await db.deleteFrom('invitation').where('expires_at', '<=', new Date()).execute();
};
