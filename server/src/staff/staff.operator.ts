import { isStaffRole, type Role } from '@sokuwa/contract/staff/roles.ts';
import { findAccountId } from '../account/index.ts';
import { selectMerchantContact } from '../catalog/index.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { closeDeskSessions } from '../platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { deleteFactors } from './second-factors.sql.ts';
import { endMembership, findReplaceable, subjectOf } from './team.service.ts';
import { deleteInvitationOf, insertMembership, lockTeam, type MemberRow, selectMembers } from './team.sql.ts';

/** The commands for who works in the desk. Without `merchant` the operators are meant. */
export const staffCommands = (db: Database) => {
  const findTeam = async (merchant: number | undefined): Promise<MerchantId | null | Refused<'not_found'>> => {
    if (merchant === undefined) return null;
    const id = merchant as MerchantId;
    return (await selectMerchantContact(db, id)) ? id : refuse('not_found');
  };
  const findMember = async (email: string): Promise<AccountId | Refused<'not_found'>> =>
    (await findAccountId(db, email)) ?? refuse('not_found');
  return {
    /** @returns the members; not_found without such a merchant */
    list: async (merchant: number | undefined): Promise<MemberRow[] | Refused<'not_found'>> => {
      const team = await findTeam(merchant);
      return isRefused(team) ? team : selectMembers(db, team);
    },
    /**
     * Lets an account work for a merchant, or as an operator.
     * @returns not_found without such a merchant or account; role_unknown if these have no such role; member_exists
     */
    add: async (
      { email, role, merchant }: { email: string; role: Role; merchant: number | undefined },
      options: ActOptions,
    ): Promise<{ email: string } | Refused<'not_found' | 'role_unknown' | 'member_exists'>> => {
      const team = await findTeam(merchant);
      if (isRefused(team)) return team;
      if (!isStaffRole(team === null ? 'operator' : 'merchant', role)) return refuse('role_unknown');
      const accountId = await findMember(email);
      if (isRefused(accountId)) return accountId;
      return runAct(db, options, async (trx) => {
        await lockTeam(trx, team);
        if (!(await insertMembership(trx, { accountId, merchantId: team, role }))) return refuse('member_exists');
        // Accepted after a removal, it would let the person come back.
        await deleteInvitationOf(trx, team, email);
        return acted({ email }, { action: 'staff add', subject: subjectOf(team), after: { account: accountId, role } });
      });
    },
    /** @returns not_found without such a merchant or member; last_owner */
    remove: async (
      { email, merchant }: { email: string; merchant: number | undefined },
      options: ActOptions,
    ): Promise<{ email: string } | Refused<'not_found' | 'last_owner'>> => {
      const team = await findTeam(merchant);
      if (isRefused(team)) return team;
      return runAct(db, options, async (trx) => {
        await lockTeam(trx, team);
        const isMember = (one: MemberRow) => one.email.toLowerCase() === email.toLowerCase();
        const id = (await selectMembers(trx, team)).find(isMember)?.id;
        const member = id === undefined ? refuse('not_found') : await findReplaceable(trx, team, id);
        if ('refused' in member) return member;
        const before = await endMembership(trx, team, member);
        return acted({ email }, { action: 'staff remove', subject: subjectOf(team), before });
      });
    },
    /** For somebody who has lost all second factors: removes them, and ends the sessions in the desk. */
    resetFactors: async (email: string, options: ActOptions): Promise<{ email: string } | Refused<'not_found'>> => {
      const accountId = await findMember(email);
      if (isRefused(accountId)) return accountId;
      return runAct<{ email: string }, never>(db, options, async (trx) => {
        await deleteFactors(trx, accountId);
        await closeDeskSessions(trx, accountId);
        return acted({ email }, { action: 'staff reset-factors', subject: `account ${accountId}` });
      });
    },
  };
};
