import { returnQuery } from '@sokuwa/contract/account/account.schemas.ts';
import { beginIdentityLogin, finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import * as schemas from '@sokuwa/contract/account/identity.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { describeSecretCookie } from '../platform/cookies.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { IdentityPort } from '../ports/identity/identity.port.ts';
import { logOutcome } from './account-events.ts';
import { completeSignIn, type Identities, SIGN_IN_TIMEOUT_SECONDS, startSignIn } from './identity.service.ts';

/** Sign-in with an identity provider; a shop without one has no such endpoints (ACCOUNT-32). */
export const identityRoutes = (
  app: FastifyInstance,
  { db, identity, publicUrl }: Pick<Identities, 'db'> & { identity: IdentityPort | undefined; publicUrl: string },
): void => {
  if (!identity) return;
  const report = (error: unknown) => app.log.warn({ err: error }, 'The identity provider failed');
  const identities = { db, identity, report, publicUrl };
  const cookie = describeSecretCookie('identity', publicUrl, SIGN_IN_TIMEOUT_SECONDS);
  serve(
    app,
    beginIdentityLogin,
    { query: returnQuery, response: schemas.identityStart },
    async ({ query, cookies }) => {
      const started = await startSignIn(identities, cookies.read(cookie.name), query.next ?? '/');
      if (isRefused(started)) return started;
      cookies.set({ ...cookie, value: started.browser });
      return { authorization_url: started.url };
    },
  );
  serve(
    app,
    finishIdentityLogin,
    { body: schemas.identityCallback, response: schemas.identitySignedIn },
    ({ body, cookies, log }) =>
      logOutcome(log, 'identity_login', (identify) =>
        completeSignIn(identities, body, cookies.read(cookie.name), identify),
      ),
  );
};
