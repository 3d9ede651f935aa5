import type * as schemas from '@sokuwa/contract/staff/desk-access.schemas.ts';
import type { OperatorRole } from '@sokuwa/contract/staff/roles.ts';
import { selectContact } from '../account/index.ts';
import type { Database } from '../platform/database.ts';
import { type DeskSession, type DeskSessionRow, getVerifiedUntil } from '../platform/desk-sessions.ts';
import { type MembershipRow, selectMemberships, toStaff } from './memberships.sql.ts';
import { hasSecondFactor } from './second-factors.service.ts';

const presentMembership = ({ merchant_id, name, state, role }: MembershipRow): schemas.Membership => {
  const staff = toStaff(merchant_id, role);
  if (merchant_id === null || staff.of === 'operator') return { of: 'operator', role: role as OperatorRole };
  return { ...staff, merchant_id, name: name ?? '', state: state ?? 'approved' };
};

/** A session as its account sees it, in the desk and in the export of its data. */
export const presentSession = ({ signed_in_at, last_used_at, user_agent }: Omit<DeskSessionRow, 'id'>) => ({
  signed_in_at: signed_in_at.toISOString(),
  last_used_at: last_used_at.toISOString(),
  user_agent,
});

/** Who is signed in, and where they work. */
export const presentDeskSession = async (
  { db, operatorsNeedSecondFactor }: { db: Database; operatorsNeedSecondFactor: boolean },
  session: DeskSession,
): Promise<schemas.DeskSession> => {
  const { accountId } = session;
  const { email, first_name, last_name } = await selectContact(db, accountId);
  const memberships = await selectMemberships(db, accountId);
  const hasFactor = await hasSecondFactor(db, accountId);
  return {
    account_id: accountId,
    email,
    first_name,
    last_name,
    memberships: memberships.map(presentMembership),
    has_second_factor: hasFactor,
    operators_need_second_factor: operatorsNeedSecondFactor,
    verified_until: getVerifiedUntil(session, hasFactor)?.toISOString() ?? null,
  };
};
