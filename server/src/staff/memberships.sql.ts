import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import type { Role, Staff } from '@sokuwa/contract/staff/roles.ts';
import { sql } from 'kysely';
import { storeProfiles } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';

/** The role as `merchantId` says whose it is; the table's constraint forbids others. */
export const toStaff = (merchantId: MerchantId | null, role: Role): Staff =>
  merchantId === null ? ({ of: 'operator', role } as Staff) : ({ of: 'merchant', role } as Staff);

/** The role of an account. @param merchantId null for the operators @returns undefined if it does not work there */
export const selectStaff = async (
  db: Database,
  accountId: AccountId,
  merchantId: MerchantId | null,
): Promise<Staff | undefined> => {
  const membership = await db
    .selectFrom('membership')
    .select('role')
    .where('account_id', '=', accountId)
    .where('merchant_id', 'is not distinct from', merchantId)
    .executeTakeFirst();
  return membership && toStaff(merchantId, membership.role);
};

/** The stores of which an account is an owner, by id. @param isAlone only those that have no other owner */
export const selectOwnedStores = async (
  db: Database,
  accountId: AccountId,
  { isAlone = false }: { isAlone?: boolean } = {},
): Promise<MerchantId[]> => {
  const { rows } = await sql<{ merchant_id: MerchantId }>`
    select merchant_id from membership m where account_id = ${accountId} and merchant_id is not null and role = 'owner'
      and not (${isAlone} and exists (
        select from membership other where other.merchant_id = m.merchant_id and other.role = 'owner' and other.id <> m.id))
    order by merchant_id`.execute(db);
  return rows.map((row) => row.merchant_id);
};

export type MembershipRow = {
  merchant_id: MerchantId | null;
  name: string | null;
  state: StoreState | null;
  role: Role;
  created_at: Date;
};
/** Where an account works, with the merchants' names and states: as an operator first, then by the merchant's id. */
export const selectMemberships = async (db: Database, accountId: AccountId): Promise<MembershipRow[]> => {
  const { rows } = await sql<MembershipRow>`
    select merchant_id, name, state, role, created_at from membership left join ${storeProfiles} merchant on merchant.id = merchant_id
    where account_id = ${accountId} order by merchant_id nulls first`.execute(db);
  return rows;
};
