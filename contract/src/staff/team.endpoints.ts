import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, deskWriteRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { DeskSession } from './desk-access.schemas.ts';
import type {
  InvitationToken,
  MerchantRoleChange,
  MerchantTeam,
  NewMerchantInvitation,
  NewOperatorInvitation,
  OfferedInvitation,
  OperatorRoleChange,
  OperatorTeam,
} from './team.schemas.ts';

export const getMerchantTeam = endpoint<{ response: MerchantTeam }>()({
  method: 'GET',
  path: '/merchant/team/',
  auth: 'merchant',
  area: 'team',
  summary: 'Who works for the store in the desk, and who is invited',
  refusals: signedInRefusals,
});

/** A second invitation of the same address replaces the first. */
export const inviteMerchantStaff = endpoint<{ body: NewMerchantInvitation; response: MerchantTeam }>()({
  method: 'POST',
  path: '/merchant/team/invitations/',
  auth: 'merchant',
  area: 'team',
  summary: 'Invite somebody to work for the store',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'member_exists', 'team_full'],
});

export const revokeMerchantInvitation = endpoint<{ params: { invitationId: number }; response: MerchantTeam }>()({
  method: 'DELETE',
  path: '/merchant/team/invitations/{invitationId}/',
  auth: 'merchant',
  area: 'team',
  summary: 'Revoke an invitation',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found'],
});

export const changeMerchantRole = endpoint<{
  params: { memberId: number };
  body: MerchantRoleChange;
  response: MerchantTeam;
}>()({
  method: 'PATCH',
  path: '/merchant/team/members/{memberId}/',
  auth: 'merchant',
  area: 'team',
  summary: "Change somebody's role",
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'last_owner'],
});

/** Their next call is refused. */
export const removeMerchantMember = endpoint<{ params: { memberId: number }; response: MerchantTeam }>()({
  method: 'DELETE',
  path: '/merchant/team/members/{memberId}/',
  auth: 'merchant',
  area: 'team',
  summary: 'Remove somebody from the store',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found', 'last_owner'],
});

export const getOperatorTeam = endpoint<{ response: OperatorTeam }>()({
  method: 'GET',
  path: '/operator/team/',
  auth: 'operator',
  area: 'team',
  summary: 'The operators, and who is invited to be one',
  refusals: signedInRefusals,
});

/** A second invitation of the same address replaces the first. */
export const inviteOperator = endpoint<{ body: NewOperatorInvitation; response: OperatorTeam }>()({
  method: 'POST',
  path: '/operator/team/invitations/',
  auth: 'operator',
  area: 'team',
  summary: 'Invite an operator',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'member_exists', 'team_full'],
});

export const revokeOperatorInvitation = endpoint<{ params: { invitationId: number }; response: OperatorTeam }>()({
  method: 'DELETE',
  path: '/operator/team/invitations/{invitationId}/',
  auth: 'operator',
  area: 'team',
  summary: 'Revoke an invitation of an operator',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found'],
});

export const changeOperatorRole = endpoint<{
  params: { memberId: number };
  body: OperatorRoleChange;
  response: OperatorTeam;
}>()({
  method: 'PATCH',
  path: '/operator/team/members/{memberId}/',
  auth: 'operator',
  area: 'team',
  summary: "Change an operator's role",
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'last_owner'],
});

/** Their next call is refused. */
export const removeOperator = endpoint<{ params: { memberId: number }; response: OperatorTeam }>()({
  method: 'DELETE',
  path: '/operator/team/members/{memberId}/',
  auth: 'operator',
  area: 'team',
  summary: 'Remove an operator',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found', 'last_owner'],
});

/** Takes the token in the body, so that no log of URLs has it. */
export const readInvitation = endpoint<{ body: InvitationToken; response: OfferedInvitation }>()({
  method: 'POST',
  path: '/desk/invitations/',
  auth: 'none',
  host: 'shop',
  summary: 'What a mailed invitation offers',
  refusals: [...bodyRefusals, 'link_invalid', 'cross_site', 'too_many_requests', 'database_unavailable'],
});

export const acceptInvitation = endpoint<{ body: InvitationToken; response: DeskSession }>()({
  method: 'POST',
  path: '/desk/invitations/acceptance/',
  auth: 'desk',
  summary: 'Accept an invitation',
  refusals: [...deskWriteRefusals, ...bodyRefusals, 'link_invalid', 'invitation_of_other'],
});
