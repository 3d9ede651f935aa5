import type { Slice } from '../slice.ts';
import { deskAccessRoutes } from './desk-access.routes.ts';
import { toRelyingParty } from './second-factors.service.ts';
import { staffWorkers } from './staff.jobs.ts';
import { teamRoutes } from './team.routes.ts';

export { addDemoOwner, endDemoStaff } from './demo-staff.service.ts';
export { selectMemberships, selectOwnedStores, selectStaff } from './memberships.sql.ts';
export { deleteInvitations, leaveTeams, staffReaders } from './personal-data.ts';
export { hasSecondFactor } from './second-factors.service.ts';
export { findOwnerless, lockMember } from './team.service.ts';
export { deleteTeam, insertMembership } from './team.sql.ts';

/** Who works in the desk, for a merchant or as an operator: sign-in, second factors, teams. */
export const staff = {
  routes: (api, shop) => {
    deskAccessRoutes(api, { ...shop, relyingParty: toRelyingParty(shop.publicUrl) }, shop.config);
    teamRoutes(api, shop);
  },
  jobs: staffWorkers,
  operatorCommands: async ({ db }) => (await import('./staff.operator.ts')).staffCommands(db),
} satisfies Slice;
