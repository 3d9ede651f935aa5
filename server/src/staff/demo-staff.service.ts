import type { Act } from '../platform/audit.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { closeDeskSessions } from '../platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { selectMemberships, selectStaff } from './memberships.sql.ts';
import { changeTeam, endMembership, subjectOf } from './team.service.ts';
import { insertMembership, selectMembers } from './team.sql.ts';

/**
 * Makes a demo account an owner of a team (SANDBOX-14). Idempotent: a role that somebody has changed stays.
 * @param team a merchant, or null for the operators
 */
export const addDemoOwner = async (
  db: Database,
  accountId: AccountId,
  team: MerchantId | null,
  act: Act,
): Promise<void> => {
  if (await selectStaff(db, accountId, team)) return;
  await changeTeam(db, team, async (trx) => {
    if (!(await insertMembership(trx, { accountId, merchantId: team, role: 'owner' }))) return;
    const after = { account: accountId, role: 'owner' };
    await recordAudit(trx, act, { action: 'staff add', subject: subjectOf(team), after });
  });
};

/**
 * Ends what a demo account can do in the desk (SANDBOX-15), with its API tokens. Its password is public, so this holds for the only owner of a
 * team too.
 */
export const endDemoStaff = async (db: Database, accountId: AccountId, act: Act): Promise<void> => {
  for (const { merchant_id: team } of await selectMemberships(db, accountId))
    await changeTeam(db, team, async (trx) => {
      const member = (await selectMembers(trx, team)).find(({ account_id }) => account_id === accountId);
      if (!member) return;
      const before = await endMembership(trx, team, member);
      await recordAudit(trx, act, { action: 'staff remove', subject: subjectOf(team), before });
    });
  await closeDeskSessions(db, accountId);
};
