import { done } from '@sokuwa/contract/account/account.schemas.ts';
import * as calls from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import * as schemas from '@sokuwa/contract/staff/desk-access.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { logOutcome } from '../account/index.ts';
import { type Cookie, describeSecretCookie } from '../platform/cookies.ts';
import { describeDeskCookie } from '../platform/desk-authentication.ts';
import { type DeskSession, selectDeskSessions } from '../platform/desk-sessions.ts';
import type { Log } from '../platform/log.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import * as service from './desk-access.service.ts';
import { presentDeskSession, presentSession } from './desk-session.present.ts';
import { countRecoveryCodes, selectPasskeys, selectTotp } from './second-factors.sql.ts';

type Cookies = { read(name: string): string | undefined; set(cookie: Cookie): void };

/** Sign-in to the desk, its sessions, and second factors. */
export const deskAccessRoutes = (
  app: FastifyInstance,
  access: service.DeskAccess,
  { operatorsNeedSecondFactor }: { operatorsNeedSecondFactor: boolean },
): void => {
  const { db, publicUrl } = access;
  const sessionCookie = describeDeskCookie(publicUrl);
  const pendingCookie: Omit<Cookie, 'value'> = {
    ...describeSecretCookie('desk-sign-in', publicUrl, service.PENDING_SECONDS),
    sameSite: 'strict',
  };
  const clear = (cookies: Cookies, cookie: Omit<Cookie, 'value'>) => cookies.set({ ...cookie, value: '', maxAge: 0 });
  const setSession = (cookies: Cookies, session: string): schemas.SignInResult => {
    cookies.set({ ...sessionCookie, value: session });
    clear(cookies, pendingCookie);
    return { signed_in: true, factors: [] };
  };

  const browserOf = (cookies: Cookies, userAgent: string): service.Browser => ({
    userAgent,
    session: cookies.read(sessionCookie.name),
  });

  serve(
    app,
    calls.signInToDesk,
    { body: schemas.signIn, response: schemas.signInResult },
    async ({ body, log, cookies, ipAddress, userAgent }) => {
      const step = await logOutcome(
        log,
        'desk_login',
        (identify) => service.signIn(access, body, { ipAddress, browser: browserOf(cookies, userAgent) }, identify),
        (done) => ('pending' in done ? 'second_factor_pending' : 'success'),
      );
      if (isRefused(step)) return step;
      if ('session' in step) return setSession(cookies, step.session);
      cookies.set({ ...pendingCookie, value: step.pending });
      return { signed_in: false, factors: step.factors };
    },
  );
  serve(
    app,
    calls.proveDeskCode,
    { body: schemas.code, response: schemas.signInResult },
    async ({ body, log, cookies, userAgent }) => {
      const pending = cookies.read(pendingCookie.name);
      const completed = await logOutcome(log, 'desk_login', (identify) =>
        service.completeWithCode(access, pending, { ...body, browser: browserOf(cookies, userAgent) }, identify),
      );
      return isRefused(completed) ? completed : setSession(cookies, completed.session);
    },
  );
  serve(app, calls.getSignInPasskeyOptions, { response: schemas.passkeyOptions }, async ({ cookies }) => {
    const { options, pending } = await service.startPasskey(access, cookies.read(pendingCookie.name));
    cookies.set({ ...pendingCookie, value: pending });
    return { options };
  });
  serve(
    app,
    calls.signInWithPasskey,
    { body: schemas.passkeyAnswer, response: schemas.signInResult },
    async ({ body, log, cookies, userAgent }) => {
      const pending = cookies.read(pendingCookie.name);
      const completed = await logOutcome(log, 'desk_login', (identify) =>
        service.completeWithPasskey(
          access,
          pending,
          { answer: body, browser: browserOf(cookies, userAgent) },
          identify,
        ),
      );
      return isRefused(completed) ? completed : setSession(cookies, completed.session);
    },
  );

  const presentSignedIn = (session: DeskSession) => presentDeskSession({ db, operatorsNeedSecondFactor }, session);
  serve(app, calls.getDeskSession, { response: schemas.deskSession }, ({ deskSession }) =>
    presentSignedIn(deskSession),
  );
  serve(app, calls.signOutOfDesk, { response: done }, async ({ deskSession, cookies }) => {
    await service.signOut(db, deskSession);
    clear(cookies, sessionCookie);
    return { message: 'Signed out.' };
  });

  const presentSessions = async ({ accountId, id: current }: DeskSession): Promise<schemas.DeskSessions> => ({
    results: (await selectDeskSessions(db, accountId)).map(({ id, ...session }) => ({
      id,
      is_current: id === current,
      ...presentSession(session),
    })),
  });
  serve(app, calls.listDeskSessions, { response: schemas.deskSessions }, ({ deskSession }) =>
    presentSessions(deskSession),
  );
  serve(
    app,
    calls.endDeskSession,
    { params: schemas.sessionParams, response: schemas.deskSessions },
    async ({ deskSession, params, cookies }) => {
      const refused = await service.endSession(db, deskSession, params.sessionId);
      if (refused) return refused;
      if (params.sessionId === deskSession.id) clear(cookies, sessionCookie);
      return presentSessions(deskSession);
    },
  );

  const logVerification = <T>(log: Log, { accountId }: DeskSession, verification: Promise<T>): Promise<T> =>
    logOutcome(log, 'desk_verification', (identify) => {
      identify(accountId);
      return verification;
    });
  const presentFactors = async ({ accountId }: DeskSession): Promise<schemas.SecondFactors> => ({
    passkeys: (await selectPasskeys(db, accountId)).map(({ id, label, backed_up, created_at, last_used_at }) => ({
      id,
      label,
      backed_up,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    totp_since: (await selectTotp(db, accountId))?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(db, accountId),
  });
  serve(app, calls.getSecondFactors, { response: schemas.secondFactors }, ({ deskSession }) =>
    presentFactors(deskSession),
  );
  serve(
    app,
    calls.verifyDeskCode,
    { body: schemas.code, response: schemas.deskSession },
    async ({ deskSession, body, log }) => {
      const verifiedAt = await logVerification(
        log,
        deskSession,
        service.verifyWithCode(access, deskSession, body.code),
      );
      return isRefused(verifiedAt) ? verifiedAt : presentSignedIn({ ...deskSession, verifiedAt });
    },
  );
  serve(app, calls.getVerificationOptions, { response: schemas.passkeyOptions }, ({ deskSession }) =>
    service.startVerification(access, deskSession),
  );
  serve(
    app,
    calls.verifyDeskPasskey,
    { body: schemas.passkeyAnswer, response: schemas.deskSession },
    async ({ deskSession, body, log }) => {
      const verifiedAt = await logVerification(log, deskSession, service.verifyWithPasskey(access, deskSession, body));
      return isRefused(verifiedAt) ? verifiedAt : presentSignedIn({ ...deskSession, verifiedAt });
    },
  );
  serve(app, calls.getNewPasskeyOptions, { response: schemas.passkeyOptions }, ({ deskSession }) =>
    service.startNewPasskey(access, deskSession),
  );
  serve(
    app,
    calls.addPasskey,
    { body: schemas.newPasskey, response: schemas.factorAdded },
    async ({ deskSession, body }) => {
      const recovery_codes = await service.addPasskey(access, deskSession, body);
      return isRefused(recovery_codes) ? recovery_codes : { ...(await presentFactors(deskSession)), recovery_codes };
    },
  );
  serve(
    app,
    calls.removePasskey,
    { params: schemas.passkeyParams, response: schemas.secondFactors },
    async ({ deskSession, params }) =>
      (await service.removePasskey(access, deskSession, params.passkeyId)) ?? presentFactors(deskSession),
  );
  serve(app, calls.createTotp, { response: schemas.newTotp }, ({ deskSession }) =>
    service.createTotp(access, deskSession),
  );
  serve(
    app,
    calls.confirmTotp,
    { body: schemas.code, response: schemas.factorAdded },
    async ({ deskSession, body }) => {
      const recovery_codes = await service.confirmTotp(access, deskSession, body.code);
      return isRefused(recovery_codes) ? recovery_codes : { ...(await presentFactors(deskSession)), recovery_codes };
    },
  );
  serve(
    app,
    calls.removeTotp,
    { response: schemas.secondFactors },
    async ({ deskSession }) => (await service.removeTotp(access, deskSession)) ?? presentFactors(deskSession),
  );
  serve(app, calls.createRecoveryCodes, { response: schemas.recoveryCodes }, async ({ deskSession }) => {
    const recovery_codes = await service.renewRecoveryCodes(access, deskSession);
    return isRefused(recovery_codes) ? recovery_codes : { recovery_codes };
  });
};
