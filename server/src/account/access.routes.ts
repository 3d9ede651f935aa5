import * as calls from '@sokuwa/contract/account/account.endpoints.ts';
import * as schemas from '@sokuwa/contract/account/account.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { type Cookie, describeSecretCookie } from '../platform/cookies.ts';
import { serve } from '../platform/routes.ts';
import { createToken } from '../platform/tokens.ts';
import * as service from './access.service.ts';
import { logOutcome } from './account-events.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Registration, sign-in, email verification and password reset. */
export const accessRoutes = (app: FastifyInstance, access: service.Access): void => {
  const response = schemas.done;
  const verified = { message: 'Email verification successful! You can now login.' };
  // The secret of the browser that registered an account; removed when it verifies an email address.
  const cookie = describeSecretCookie(
    'registration',
    access.publicUrl,
    access.config.unverifiedAccountDays * DAY_SECONDS,
  );
  const expiredCookie: Cookie = { ...cookie, value: '', maxAge: 0 };
  serve(app, calls.logIn, { body: schemas.login, response: schemas.signedIn }, ({ body, ipAddress, log }) =>
    logOutcome(log, 'login', (identify) => service.logIn(access, body, ipAddress, identify)),
  );
  serve(
    app,
    calls.register,
    { query: schemas.returnQuery, body: schemas.register, response },
    async ({ query, body, ipAddress, cookies }) => {
      const browserSecret = createToken();
      const refused = await service.register(access, body, ipAddress, { browserSecret, next: query.next });
      if (refused) return refused;
      cookies.set({ ...cookie, value: browserSecret });
      return { message: 'Registration successful. A verification link has been sent to your email.' };
    },
  );
  serve(
    app,
    calls.verifyEmail,
    { params: schemas.linkParams, headers: schemas.sameBrowserHeaders, response },
    async ({ params: { uidb64, token }, headers, cookies, log }) => {
      const requireSameBrowser = headers['x-same-browser'] === 'required';
      const proof = { requireSameBrowser, browserSecret: cookies.read(cookie.name) };
      const refused = await logOutcome(log, 'email_verification', (identify) =>
        service.verifyEmail(access, { uid: uidb64, token }, proof, identify),
      );
      if (refused) return refused;
      cookies.set(expiredCookie);
      return verified;
    },
  );
  serve(
    app,
    calls.verifyEmailWithPassword,
    { params: schemas.linkParams, body: schemas.verificationPassword, response },
    async ({ params: { uidb64, token }, body: { password }, ipAddress, cookies, log }) => {
      const refused = await logOutcome(log, 'email_verification', (identify) =>
        service.verifyEmailWithPassword(access, { uid: uidb64, token }, password, ipAddress, identify),
      );
      if (refused) return refused;
      cookies.set(expiredCookie);
      return verified;
    },
  );
  serve(
    app,
    calls.resendVerification,
    { query: schemas.returnQuery, body: schemas.emailOnly, response },
    async ({ query, body: { email }, ipAddress, log }) =>
      (await logOutcome(log, 'verification_request', (identify) =>
        service.resendVerification(access, email, ipAddress, query.next, identify),
      )) ?? { message: 'Verification link sent successfully.' },
  );
  serve(
    app,
    calls.requestPasswordReset,
    { query: schemas.returnQuery, body: schemas.emailOnly, response },
    async ({ query, body: { email }, ipAddress, log }) =>
      (await logOutcome(log, 'password_reset_request', (identify) =>
        service.requestPasswordReset(access, email, ipAddress, query.next, identify),
      )) ?? { message: 'Password reset link sent successfully.' },
  );
  serve(
    app,
    calls.confirmPasswordReset,
    { body: schemas.newPassword, response },
    async ({ body, log }) =>
      (await logOutcome(log, 'password_reset', (identify) => service.confirmPasswordReset(access, body, identify))) ?? {
        message: 'Password reset was successful! You can now log in.',
      },
  );
};
