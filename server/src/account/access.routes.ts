import * as calls from '@sokuwa/contract/account/account.endpoints.ts';
import * as schemas from '@sokuwa/contract/account/account.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/routes.ts';
import * as service from './access.service.ts';

/** Registration, sign-in, email verification and password reset. */
export const accessRoutes = (app: FastifyInstance, access: service.Access): void => {
  const response = schemas.done;
  serve(app, calls.logIn, { body: schemas.login, response: schemas.signedIn }, ({ body, ipAddress }) =>
    service.logIn(access, body, ipAddress),
  );
  serve(
    app,
    calls.register,
    { query: schemas.returnQuery, body: schemas.register, response },
    async ({ query, body, ipAddress }) =>
      (await service.register(access, body, ipAddress, query.next)) ?? {
        message: 'Registration successful. A verification link has been sent to your email.',
      },
  );
  serve(
    app,
    calls.verifyEmail,
    { params: schemas.linkParams, response },
    async ({ params: { uidb64, token } }) =>
      (await service.verifyEmail(access, { uid: uidb64, token })) ?? {
        message: 'Email verification successful! You can now login.',
      },
  );
  serve(
    app,
    calls.resendVerification,
    { query: schemas.returnQuery, body: schemas.emailOnly, response },
    async ({ query, body: { email }, ipAddress }) =>
      (await service.resendVerification(access, email, ipAddress, query.next)) ?? {
        message: 'Verification link sent successfully.',
      },
  );
  serve(
    app,
    calls.requestPasswordReset,
    { query: schemas.returnQuery, body: schemas.emailOnly, response },
    async ({ query, body: { email }, ipAddress }) =>
      (await service.requestPasswordReset(access, email, ipAddress, query.next)) ?? {
        message: 'Password reset link sent successfully.',
      },
  );
  serve(
    app,
    calls.confirmPasswordReset,
    { body: schemas.newPassword, response },
    async ({ body }) =>
      (await service.confirmPasswordReset(access, body)) ?? {
        message: 'Password reset was successful! You can now log in.',
      },
  );
};
