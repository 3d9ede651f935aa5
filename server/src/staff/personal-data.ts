import type { Person, PersonalDataReaders } from '../account/index.ts';
import { selectTokensOf } from '../platform/api-tokens.ts';
import { accountActor, recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { selectDeskSessions } from '../platform/desk-sessions.ts';
import type { MerchantId } from '../platform/ids.ts';
import { presentSession } from './desk-session.present.ts';
import { selectMemberships } from './memberships.sql.ts';
import { selectPasskeys, selectTotp } from './second-factors.sql.ts';
import { subjectOf } from './team.service.ts';
import { deleteInvitationsTo } from './team.sql.ts';

export const staffReaders = {
  desk: async (db, { id }) => {
    const memberships = await selectMemberships(db, id);
    const nameOf = (merchantId: MerchantId | null) =>
      memberships.find(({ merchant_id }) => merchant_id === merchantId)?.name ?? null;
    return {
      memberships: memberships.map(({ name: store_name, role, created_at }) => ({
        store_name,
        role,
        since: created_at.toISOString(),
      })),
      sessions: (await selectDeskSessions(db, id)).map(presentSession),
      passkeys: (await selectPasskeys(db, id)).map(({ label, created_at }) => ({
        label,
        since: created_at.toISOString(),
      })),
      authenticator_app_since: (await selectTotp(db, id))?.confirmed_at?.toISOString() ?? null,
      programs: (await selectTokensOf(db, id)).map(({ merchant_id, name, created_at }) => ({
        store_name: nameOf(merchant_id),
        name,
        since: created_at.toISOString(),
      })),
    };
  },
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
