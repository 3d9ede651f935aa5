import {
  MERCHANT_ROLES,
  type MerchantRole,
  OPERATOR_ROLES,
  type OperatorRole,
  type Role,
} from '@sokuwa/contract/staff/roles.ts';
import {
  changeMerchantRole,
  changeOperatorRole,
  getMerchantTeam,
  getOperatorTeam,
  inviteMerchantStaff,
  inviteOperator,
  removeMerchantMember,
  removeOperator,
  revokeMerchantInvitation,
  revokeOperatorInvitation,
} from '@sokuwa/contract/staff/team.endpoints.ts';
import type { MerchantTeam, OperatorTeam } from '@sokuwa/contract/staff/team.schemas.ts';
import { api, getStoreApi } from '../lib/api.ts';

/** The team of a merchant, or of the operators. */
export type Team = MerchantTeam | OperatorTeam;
export type Member = Team['members'][number];
export type Invitation = Team['invitations'][number];

/** Whose team a page shows: its texts and its calls. */
export type TeamDesk = {
  queryKey: readonly unknown[];
  /** What the team works for, such as the name of a store. */
  name: string;
  /** What somebody leaves, such as "the store". */
  place: string;
  /** In the order of the choice; the first one is suggested. */
  roles: readonly Role[];
  roleHints: Partial<Record<Role, string>>;
  /** What somebody loses who gives up being an owner. */
  ownersLose: string;
  /** Why people are invited. */
  whyInvite: string;
  /** The page for those who may not see the team any more. */
  home: string;
  read: (signal: AbortSignal) => Promise<Team>;
  /** `role` is one of `roles`, as in the next call. */
  invite: (email: string, role: Role) => Promise<Team>;
  changeRole: (memberId: number, role: Role) => Promise<Team>;
  remove: (memberId: number) => Promise<Team>;
  revoke: (invitationId: number) => Promise<Team>;
};

/** The team of a merchant. */
export const makeStoreTeam = (storeId: number, name: string): TeamDesk => {
  const calls = getStoreApi(storeId);
  return {
    queryKey: ['store', storeId, 'team'],
    name,
    place: 'the store',
    roles: MERCHANT_ROLES.toReversed(),
    roleHints: {
      owner: 'Everything, also payouts, the bank account, the team and integrations.',
      staff: 'Orders, products, messages and returns. Sees nothing of money, team and integrations.',
    },
    ownersLose: 'payouts, team and integrations',
    whyInvite: 'Whoever packs, answers or counts with you gets an own sign-in. Never share your password.',
    home: `/store/${storeId}`,
    read: (signal) => calls.call(getMerchantTeam, { signal }),
    invite: (email, role) => calls.call(inviteMerchantStaff, { body: { email, role: role as MerchantRole } }),
    changeRole: (memberId, role) =>
      calls.call(changeMerchantRole, { params: { memberId }, body: { role: role as MerchantRole } }),
    remove: (memberId) => calls.call(removeMerchantMember, { params: { memberId } }),
    revoke: (invitationId) => calls.call(revokeMerchantInvitation, { params: { invitationId } }),
  };
};

/** The team of the operators. */
export const marketTeam: TeamDesk = {
  queryKey: ['market', 'team'],
  name: 'the market',
  place: 'the operators',
  roles: [...OPERATOR_ROLES.filter((role) => role !== 'owner'), 'owner'],
  roleHints: {
    owner: 'Everything, also the team of operators.',
    support: 'Orders, returns and customers. Reads payments, merchants, catalogue, coupons and the home page.',
    catalogue: 'Catalogue, coupons and the home page. Reads merchants.',
    finance: 'Payments, merchants, payouts and books. Reads orders, returns, customers, the audit log and settings.',
  },
  ownersLose: 'the team, and what the new role does not work on,',
  whyInvite: 'Each operator has an own sign-in with a second factor, and a role. The audit log says who did what.',
  home: '/market',
  read: (signal) => api.call(getOperatorTeam, { signal }),
  invite: (email, role) => api.call(inviteOperator, { body: { email, role: role as OperatorRole } }),
  changeRole: (memberId, role) =>
    api.call(changeOperatorRole, { params: { memberId }, body: { role: role as OperatorRole } }),
  remove: (memberId) => api.call(removeOperator, { params: { memberId } }),
  revoke: (invitationId) => api.call(revokeOperatorInvitation, { params: { invitationId } }),
};
