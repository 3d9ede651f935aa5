import type { Person, PersonalDataReaders } from '../account/index.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { accountActor } from '../platform/desk-authentication.ts';
import { selectDeskSessions } from '../platform/desk-sessions.ts';
import { selectMemberships } from './memberships.sql.ts';
import { selectPasskeys, selectTotp } from './second-factors.sql.ts';
import { subjectOf } from './team.service.ts';
import { deleteInvitationsTo } from './team.sql.ts';

export const staffReaders = {
  desk: async (db, { id }) => ({
    memberships: (await selectMemberships(db, id)).map(({ name: store_name, role, created_at }) => ({
      store_name,
      role,
      since: created_at.toISOString(),
    })),
    sessions: (await selectDeskSessions(db, id)).map(({ signed_in_at, last_used_at, user_agent }) => ({
      signed_in_at: signed_in_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      user_agent,
    })),
    passkeys: (await selectPasskeys(db, id)).map(({ label, created_at }) => ({
      label,
      since: created_at.toISOString(),
    })),
    authenticator_app_since: (await selectTotp(db, id))?.confirmed_at?.toISOString() ?? null,
  }),
} satisfies Partial<PersonalDataReaders>;

/** Records in the audit log what teams the person leaves with the account. */
export const leaveTeams = async (trx: Database, { id }: Person): Promise<void> => {
  for (const { merchant_id, role } of await selectMemberships(trx, id))
    await recordAudit(
      trx,
      { actor: accountActor(id) },
      { action: 'team leave', subject: subjectOf(merchant_id), before: { account: id, role } },
    );
};

/** Deletes invitations to the person's email address. */
export const deleteInvitations = (trx: Database, { email }: Person): Promise<void> => deleteInvitationsTo(trx, email);
