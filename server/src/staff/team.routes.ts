import type { DeskSession as SessionBody } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { deskSession } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import type { MerchantRole, OperatorRole, Role } from '@sokuwa/contract/staff/roles.ts';
import * as calls from '@sokuwa/contract/staff/team.endpoints.ts';
import * as schemas from '@sokuwa/contract/staff/team.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { selectContact } from '../account/index.ts';
import type { Database } from '../platform/database.ts';
import type { DeskSession } from '../platform/desk-sessions.ts';
import type { MerchantId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentDeskSession } from './desk-session.present.ts';
import * as service from './team.service.ts';
import type { InvitationRow, MemberRow } from './team.sql.ts';

/** The team with the roles of its kind, which the tables' constraints guarantee. */
const readTeam = async <R extends Role>(db: Database, team: MerchantId | null) => {
  const { members, invitations } = await service.readTeam(db, team);
  const presentMember = ({ created_at, last_used_at, role, ...member }: MemberRow) => ({
    ...member,
    role: role as R,
    since: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  });
  const presentInvitation = ({ created_at, expires_at, role, ...invitation }: InvitationRow) => ({
    ...invitation,
    role: role as R,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  });
  return { members: members.map(presentMember), invitations: invitations.map(presentInvitation) };
};

/** Who works for a store or as an operator. Programs cannot change it (STAFF-15). */
export const teamRoutes = (
  app: FastifyInstance,
  {
    db,
    publicUrl,
    config,
    rateLimiter,
    findMerchantContact,
  }: Pick<ShopParts, 'db' | 'publicUrl' | 'config' | 'rateLimiter' | 'findMerchantContact'>,
): void => {
  const inviteTo = async (
    team: MerchantId | null,
    { actor, deskSession: session }: { actor: string; deskSession: DeskSession | undefined },
    invitation: { email: string; role: Role },
  ) => {
    const store = team === null ? undefined : await findMerchantContact(db, team);
    const person = session && (await selectContact(db, session.accountId));
    const inviter = person ? `${person.first_name} ${person.last_name}`.trim() : actor;
    const deskUrl = `${publicUrl}/desk`;
    return service.invite({ db, rateLimiter, deskUrl }, team, {
      ...invitation,
      actor,
      inviter,
      storeName: store?.name ?? null,
    });
  };

  const merchantTeam = (merchantId: MerchantId) => readTeam<MerchantRole>(db, merchantId);
  serve(app, calls.getMerchantTeam, { response: schemas.merchantTeam }, ({ merchantId }) => merchantTeam(merchantId));
  serve(
    app,
    calls.inviteMerchantStaff,
    { body: schemas.newMerchantInvitation, response: schemas.merchantTeam },
    async ({ merchantId, body, ...who }) => (await inviteTo(merchantId, who, body)) ?? merchantTeam(merchantId),
  );
  serve(
    app,
    calls.revokeMerchantInvitation,
    { params: schemas.invitationParams, response: schemas.merchantTeam },
    async ({ merchantId, actor, params }) =>
      (await service.revokeInvitation(db, merchantId, { actor, ...params })) ?? merchantTeam(merchantId),
  );
  serve(
    app,
    calls.changeMerchantRole,
    { params: schemas.memberParams, body: schemas.merchantRoleChange, response: schemas.merchantTeam },
    async ({ merchantId, actor, params, body }) =>
      (await service.changeRole(db, merchantId, { actor, ...params, ...body })) ?? merchantTeam(merchantId),
  );
  serve(
    app,
    calls.removeMerchantMember,
    { params: schemas.memberParams, response: schemas.merchantTeam },
    async ({ merchantId, actor, params }) =>
      (await service.removeMember(db, merchantId, { actor, ...params })) ?? merchantTeam(merchantId),
  );

  const operatorTeam = () => readTeam<OperatorRole>(db, null);
  serve(app, calls.getOperatorTeam, { response: schemas.operatorTeam }, operatorTeam);
  serve(
    app,
    calls.inviteOperator,
    { body: schemas.newOperatorInvitation, response: schemas.operatorTeam },
    async ({ body, ...who }) => (await inviteTo(null, who, body)) ?? operatorTeam(),
  );
  serve(
    app,
    calls.revokeOperatorInvitation,
    { params: schemas.invitationParams, response: schemas.operatorTeam },
    async ({ actor, params }) => (await service.revokeInvitation(db, null, { actor, ...params })) ?? operatorTeam(),
  );
  serve(
    app,
    calls.changeOperatorRole,
    { params: schemas.memberParams, body: schemas.operatorRoleChange, response: schemas.operatorTeam },
    async ({ actor, params, body }) =>
      (await service.changeRole(db, null, { actor, ...params, ...body })) ?? operatorTeam(),
  );
  serve(
    app,
    calls.removeOperator,
    { params: schemas.memberParams, response: schemas.operatorTeam },
    async ({ actor, params }) => (await service.removeMember(db, null, { actor, ...params })) ?? operatorTeam(),
  );

  serve(
    app,
    calls.readInvitation,
    { body: schemas.invitationToken, response: schemas.offeredInvitation },
    async ({ body }) => {
      const offer = await service.readOffer(db, body.token);
      if (isRefused(offer)) return offer;
      const { store_name, role, email } = offer;
      return { store_name, role, email };
    },
  );
  serve(
    app,
    calls.acceptInvitation,
    { body: schemas.invitationToken, response: deskSession },
    async ({
      deskSession: session,
      body,
    }): Promise<SessionBody | Exclude<Awaited<ReturnType<typeof service.acceptInvitation>>, undefined>> =>
      (await service.acceptInvitation(db, session.accountId, body.token)) ??
      presentDeskSession({ db, operatorsNeedSecondFactor: config.operatorsNeedSecondFactor }, session),
  );
};
