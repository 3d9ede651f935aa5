import type * as schemas from '@sokuwa/contract/staff/desk-access.schemas.ts';
import type { OperatorRole } from '@sokuwa/contract/staff/roles.ts';
import { selectContact } from '../account/index.ts';
import type { Database } from '../platform/database.ts';
import type { DeskSession } from '../platform/desk-sessions.ts';
import { getVerifiedUntil } from './desk-access.service.ts';
import { type MembershipRow, selectMemberships, toStaff } from './memberships.sql.ts';
import { readFactors } from './second-factors.service.ts';

const presentMembership = ({ merchant_id, name, state, role }: MembershipRow): schemas.Membership => {
  const staff = toStaff(merchant_id, role);
  if (merchant_id === null || staff.of === 'operator') return { of: 'operator', role: role as OperatorRole };
  return { ...staff, merchant_id, name: name ?? '', state: state ?? 'approved' };
};

/** Who is signed in, and where they work. */
export const presentDeskSession = async (
  { db, operatorsNeedSecondFactor }: { db: Database; operatorsNeedSecondFactor: boolean },
  session: DeskSession,
): Promise<schemas.DeskSession> => {
  const { accountId } = session;
  const { email, first_name, last_name } = await selectContact(db, accountId);
  const memberships = await selectMemberships(db, accountId);
  const hasFactor = (await readFactors(db, accountId)).length > 0;
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
