import * as calls from '@sokuwa/contract/account/account.endpoints.ts';
import * as schemas from '@sokuwa/contract/account/account.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { isRefused, type Refused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { closeSession } from '../platform/sessions.ts';
import { presentProfile } from './account.present.ts';
import * as service from './account.service.ts';
import { logOutcome } from './account-events.ts';

/** Converts a profile to its wire format; passes a refusal through. */
const present = <R extends Refused>(result: service.ProfileRow | R): schemas.Profile | R =>
  isRefused(result) ? result : presentProfile(result);

/** Endpoints of the signed-in account: profile, deletion, data export and logout. */
export const accountRoutes = (app: FastifyInstance, profiles: service.Profiles): void => {
  const response = schemas.profile;
  serve(app, calls.getProfile, { response }, async ({ accountId }) =>
    present(await service.readProfile(profiles, accountId)),
  );
  serve(
    app,
    calls.updateProfile,
    { body: schemas.profileEdit, form: schemas.profilePicture, response },
    async ({ accountId, body }) =>
      'image' in body
        ? present(await service.changePicture(profiles, accountId, await body.image.bytes()))
        : present(await service.editProfile(profiles, accountId, body)),
  );
  serve(
    app,
    calls.deleteAccount,
    { query: schemas.deleteAccountQuery, response: schemas.done },
    async ({ accountId, query, log }) => {
      const refused = await logOutcome(log, 'account_deletion', (identify) => {
        identify(accountId);
        return service.deleteAccount(profiles, accountId, { confirmUndelivered: query.confirm_undelivered === 'true' });
      });
      return refused ?? { message: 'Account deleted successfully.' };
    },
  );
  serve(app, calls.exportData, { response: schemas.exported }, ({ accountId }) =>
    service.exportData(profiles, accountId),
  );
  serve(app, calls.logOut, { response: schemas.done }, async ({ sessionKey }) => {
    await closeSession(profiles.db, sessionKey);
    return { message: 'Logged out.' };
  });
};
