import { STORE_HEADER } from '@sokuwa/contract/endpoint.ts';
import * as deskCalls from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import * as teamCalls from '@sokuwa/contract/staff/team.endpoints.ts';
import { upsertChallenge } from '../../../server/src/platform/desk-challenges.ts';
import { openDeskSession } from '../../../server/src/platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../../../server/src/platform/ids.ts';
import { createToken, hashToken } from '../../../server/src/platform/tokens.ts';
import {
  acceptTotp,
  createRecoveryCodes,
  startTotp,
  storePasskey,
  toRelyingParty,
} from '../../../server/src/staff/second-factors.service.ts';
import { upsertInvitation } from '../../../server/src/staff/team.sql.ts';
import { registration } from '../../../server/src/testing/account.ts';
import { addMembership } from '../../../server/src/testing/desk.ts';
import { createAuthenticator } from '../../../server/src/testing/passkey.ts';
import { addAccount, addMerchant, type TestShop } from '../../../server/src/testing/shop.ts';
import { showCode } from '../../../server/src/testing/totp.ts';
import { Known } from './values.ts';

const LIFETIME_MS = 600_000;
/** Calls in which the authenticator app is being set up. */
const WITHOUT_TOTP = ['createTotp', 'confirmTotp'];

/** Somebody who owns a store and is an operator, with second factors, for whom every call of the desk finds what it needs. */
export const createDeskPerson = (shop: TestShop, login: { password: string; password_hash: string | null }) => {
  const { db, encryption, publicUrl } = shop;
  if (!encryption) throw new Error('the shop cannot encrypt');
  const relyingParty = toRelyingParty(publicUrl);
  const current = {
    ...{ session: '', pending: '', email: '', merchantId: 0, secret: '', sessionId: 0, passkeyId: '', token: '' },
    ...{ memberId: 0, operatorId: 0, invitationId: 0, operatorInvitationId: 0 },
    answers: { signIn: {} as object, verify: {} as object, enrol: {} as object },
  };

  const addColleague = async (merchantId: MerchantId | null): Promise<number> => {
    const accountId = await addAccount(db);
    await addMembership(shop, accountId, merchantId, merchantId === null ? 'finance' : 'staff');
    const { id } = await db
      .selectFrom('membership')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return id;
  };
  const addInvitation = async (
    merchantId: MerchantId | null,
    email: string,
  ): Promise<{ id: number; token: string }> => {
    const token = createToken();
    const offer = { merchantId, email, role: 'owner' as const, expiresAt: new Date(Date.now() + LIFETIME_MS) };
    await upsertInvitation(db, { ...offer, tokenHash: hashToken(token) });
    const { id } = await db
      .selectFrom('invitation')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    return { id, token };
  };
  const addFactors = async (accountId: AccountId, withTotp: boolean) => {
    const { secret } = await startTotp(db, encryption, { accountId, email: current.email });
    if (withTotp) await acceptTotp(db, encryption, { accountId, code: showCode(secret), unconfirmed: true });
    current.secret = secret;
    await createRecoveryCodes(db, accountId);
    const passkey = createAuthenticator(relyingParty.origin);
    const offer = passkey.register({ rp: { id: relyingParty.id }, challenge: 'enrol' } as never);
    await storePasskey(db, relyingParty, offer, { accountId, challenge: 'enrol', label: 'Phone' });
    const answerTo = async (purpose: 'sign_in' | 'verify', key: string) => {
      await addChallenge(purpose, key, accountId);
      return passkey.answer({ rpId: relyingParty.id, challenge: purpose });
    };
    current.passkeyId = passkey.id;
    current.answers.signIn = await answerTo('sign_in', current.pending);
    current.answers.verify = await answerTo('verify', current.session);
    await addChallenge('enrol', current.session, accountId);
    const another = createAuthenticator(relyingParty.origin);
    current.answers.enrol = another.register({ rp: { id: relyingParty.id }, challenge: 'enrol' } as never);
  };
  const addChallenge = (purpose: 'sign_in' | 'verify' | 'enrol', key: string, account_id: AccountId) =>
    upsertChallenge(db, {
      key_hash: hashToken(key),
      purpose,
      account_id,
      challenge: purpose,
      expires_at: new Date(Date.now() + LIFETIME_MS),
    });

  /** Replaces the person: the last request may have used up anything. */
  const prepare = async (name: string): Promise<void> => {
    // A team has 50 members at most.
    await db.deleteFrom('membership').where('merchant_id', 'is', null).execute();
    await db.deleteFrom('invitation').execute();
    const accountId = await addAccount(db, { password_hash: login.password_hash });
    const merchantId = await addMerchant(db);
    const { email } = await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    Object.assign(current, { email, merchantId, pending: createToken() });
    current.session = await openDeskSession(db, accountId, { verified: true, userAgent: 'Firefox' });
    await openDeskSession(db, accountId, { verified: true, userAgent: 'Another one' });
    const { id } = await db
      .selectFrom('desk_session')
      .select('id')
      .where('key_hash', '=', hashToken(current.session))
      .executeTakeFirstOrThrow();
    current.sessionId = id;
    for (const team of [merchantId, null]) await addMembership(shop, accountId, team, 'owner');
    current.memberId = await addColleague(merchantId);
    current.operatorId = await addColleague(null);
    current.invitationId = (await addInvitation(merchantId, registration().email)).id;
    current.operatorInvitationId = (await addInvitation(null, registration().email)).id;
    current.token = (await addInvitation(await addMerchant(db), email)).token;
    await addFactors(accountId, !WITHOUT_TOTP.includes(name));
  };

  const names = [...Object.keys(deskCalls), ...Object.keys(teamCalls)];
  const known = (read: () => unknown) => new Known(read);
  // Of the next time step: that of this one has confirmed the app.
  const code = [known(() => ({ code: showCode(current.secret, 1) }))];
  const invitee = known(() => registration().email);
  const token = [known(() => current.token)];
  return {
    names,
    prepare,
    /** The cookies of a browser in which the person is signed in, or has passed the password, and the header that its pages cause. */
    headersOf: (isSignedIn: boolean): [string, string][] => [
      ['sec-fetch-site', 'same-origin'],
      ['cookie', isSignedIn ? `desk=${current.session}` : `desk-sign-in=${current.pending}`],
      ...(isSignedIn ? [[STORE_HEADER, String(current.merchantId)] satisfies [string, string]] : []),
    ],
    /** As those of the market. */
    values: {
      'signInToDesk.body': [known(() => ({ email: current.email, password: login.password }))],
      'proveDeskCode.body': code,
      'verifyDeskCode.body': code,
      'confirmTotp.body': code,
      'signInWithPasskey.body': [known(() => current.answers.signIn)],
      'verifyDeskPasskey.body': [known(() => current.answers.verify)],
      'addPasskey.body': [known(() => ({ label: 'Laptop', answer: current.answers.enrol }))],
      sessionId: [known(() => current.sessionId)],
      passkeyId: [known(() => current.passkeyId)],
      'inviteMerchantStaff.email': [invitee],
      'inviteOperator.email': [invitee],
      'changeMerchantRole.memberId': [known(() => current.memberId)],
      'removeMerchantMember.memberId': [known(() => current.memberId)],
      'changeOperatorRole.memberId': [known(() => current.operatorId)],
      'removeOperator.memberId': [known(() => current.operatorId)],
      'revokeMerchantInvitation.invitationId': [known(() => current.invitationId)],
      'revokeOperatorInvitation.invitationId': [known(() => current.operatorInvitationId)],
      'readInvitation.token': token,
      'acceptInvitation.token': token,
    },
  };
};
