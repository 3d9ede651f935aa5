import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDeskSessions } from '../platform/desk-sessions.ts';
import { hashToken } from '../platform/tokens.ts';
import { addMember, lastLink, post } from '../testing/account.ts';
import { runMinuteJobs } from '../testing/buyer.ts';
import { addStaff, openDesk, openDeskAs, type TestDesk } from '../testing/desk.ts';
import { createAuthenticator, type TestAuthenticator } from '../testing/passkey.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const ORIGIN = 'http://shop.test';
const STEP_MS = 30_000;
/** Makes all sign-ins and proofs of second factors this much older. */
const ageSessions = (minutes: number) =>
  sql`update desk_session set signed_in_at = signed_in_at - ${minutes} * interval '1 minute',
    verified_at = verified_at - ${minutes} * interval '1 minute'`.execute(shop.db);

/** The code that the app shows now, or some steps later. */
const showCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** A desk in which an owner with a password has signed in. */
const openOwner = async () => {
  const merchantId = await addMerchant(shop.db);
  const owner = await addStaff(shop, merchantId, 'owner');
  const desk = openDesk(shop);
  await desk.signIn(owner);
  desk.store = merchantId;
  return { desk, owner, merchantId };
};
const addTotp = async (desk: TestDesk): Promise<{ secret: string; codes: string[] }> => {
  const { secret } = (await desk.call('POST', '/desk/totp/')).json();
  const confirmed = await desk.call('POST', '/desk/totp/confirmation/', { code: showCode(secret) });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  return { secret, codes: confirmed.json().recovery_codes };
};
const addPasskey = async (desk: TestDesk, authenticator: TestAuthenticator, label = 'Phone') => {
  const { options } = (await desk.call('POST', '/desk/passkeys/options/')).json();
  return desk.call('POST', '/desk/passkeys/', { label, answer: authenticator.register(options) });
};
const usePasskey = async (desk: TestDesk, authenticator: TestAuthenticator) => {
  const { options } = (await desk.call('POST', '/desk/sign-in/passkey-options/')).json();
  return desk.call('POST', '/desk/sign-in/passkey/', authenticator.answer(options));
};
const mailsTo = async (email: string) => {
  await runMinuteJobs(shop);
  return (await shop.mailbox.read(email)).map(({ subject }) => subject);
};
const auditOf = async (accountId: number) =>
  (
    await shop.db
      .selectFrom('audit_entry')
      .select('action')
      .where('actor', '=', `account ${accountId}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('the sign-in to the desk', () => {
  it('by email and password opens a session in a cookie that no script reads and no other site sends', {
    tags: ['@STAFF-6', '@STAFF-10'],
  }, async () => {
    const merchantId = await addMerchant(shop.db);
    const owner = await addStaff(shop, merchantId, 'owner');
    const desk = openDesk(shop);
    const response = await desk.call('POST', '/desk/sign-in/', { email: owner.email, password: owner.password });
    expect(response.json()).toEqual({ signed_in: true, factors: [] });
    expect(response.cookies.find(({ name }) => name === 'desk')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    });
    expect((await desk.call('GET', '/desk/session/')).json()).toMatchObject({
      email: owner.email,
      memberships: [{ of: 'merchant', merchant_id: merchantId, name: 'Mile Twelve Fresh', role: 'owner' }],
      has_second_factor: false,
      operators_need_second_factor: false,
    });
    expect(await auditOf(owner.accountId)).toEqual(['desk sign-in']);
    const stored = await shop.db.selectFrom('desk_session').select('key_hash').execute();
    expect(stored.map(({ key_hash }) => key_hash.toString('base64url'))).not.toContain(desk.cookies.get('desk'));
  });

  it('in production has a cookie that no other host of the domain can set', { tags: ['@STAFF-10'] }, async () => {
    const secure = await openTestShop({ PUBLIC_URL: 'https://shop.test' });
    try {
      const { email, password } = await addMember(secure);
      const { cookies } = await openDesk(secure).call('POST', '/desk/sign-in/', { email, password });
      expect(cookies.find(({ name }) => name === '__Host-desk')).toMatchObject({ secure: true, path: '/' });
    } finally {
      await secure.close();
    }
  });

  it('is refused for a wrong password, and counts it as the shop does', { tags: ['@STAFF-6'] }, async () => {
    const member = await addMember(shop);
    const desk = openDesk(shop);
    expectRefusal(await desk.call('POST', '/desk/sign-in/', { ...member, password: 'wrong' }), 'login_failed');
    expect(desk.cookies.size).toBe(0);
    expectRefusal(await desk.call('GET', '/desk/session/'), 'credentials_missing');
  });

  it('ends with a sign-out, everywhere with a new password, and after 14 days without use', {
    tags: ['@STAFF-11'],
  }, async () => {
    const { desk, owner } = await openOwner();
    const other = openDesk(shop);
    await other.signIn(owner);
    const { results } = (await desk.call('GET', '/desk/sessions/')).json();
    expect(results).toMatchObject([
      { is_current: false, user_agent: 'Firefox on a phone' },
      { is_current: true, user_agent: 'Firefox on a phone' },
    ]);
    const key = desk.cookies.get('desk') ?? '';
    expect((await desk.call('DELETE', '/desk/session/')).statusCode).toBe(200);
    expect(desk.cookies.has('desk')).toBe(false);
    desk.cookies.set('desk', key);
    expectRefusal(await desk.call('GET', '/desk/session/'), 'token_invalid');

    await shop.db.updateTable('desk_session').set({ expires_at: new Date() }).where('id', '=', results[0].id).execute();
    expectRefusal(await other.call('GET', '/desk/session/'), 'token_invalid');

    await other.signIn(owner);
    await post(shop, '/password-reset', { email: owner.email });
    const { uid, token } = await lastLink(shop, owner.email);
    await post(shop, '/password-reset-confirm', { uid, token, new_password: 'cassava and honey' });
    expectRefusal(await other.call('GET', '/desk/session/'), 'token_invalid');
  });

  it('lists sessions, and ends another one', { tags: ['@STAFF-11'] }, async () => {
    const { desk, owner } = await openOwner();
    const phone = openDesk(shop);
    await phone.signIn(owner);
    const [{ id }] = (await desk.call('GET', '/desk/sessions/')).json().results;
    const left = (await desk.call('DELETE', `/desk/sessions/${id}/`)).json().results;
    expect(left).toMatchObject([{ is_current: true }]);
    expectRefusal(await phone.call('GET', '/desk/session/'), 'token_invalid');
    const stranger = await openDeskAs(shop, null, 'owner');
    expectRefusal(await stranger.call('DELETE', `/desk/sessions/${left[0].id}/`), 'not_found');
    expect((await desk.call('DELETE', `/desk/sessions/${left[0].id}/`)).json().results).toEqual([]);
    expect(desk.cookies.has('desk')).toBe(false);
  });

  it('replaces the session in the same browser, and in no other one', { tags: ['@STAFF-11'] }, async () => {
    const { desk, owner } = await openOwner();
    const phone = openDesk(shop);
    await phone.signIn(owner);
    const key = desk.cookies.get('desk') ?? '';
    // Whoever goes away after the password keeps the session.
    const { secret } = await addTotp(desk);
    await desk.signIn(owner);
    expect((await desk.call('GET', '/desk/sessions/')).json().results).toMatchObject([{ is_current: true }]);
    await desk.call('POST', '/desk/sign-in/code/', { code: showCode(secret, 1) });
    expect(desk.cookies.get('desk')).not.toBe(key);
    expect((await desk.call('GET', '/desk/sessions/')).json().results).toMatchObject([{ is_current: true }]);
    await phone.signIn(owner);
    desk.cookies.set('desk', 'none');
    expect((await desk.signIn(owner)).signed_in).toBe(false);
    expect(
      (await shop.db.selectFrom('desk_session').select('id').where('account_id', '=', owner.accountId).execute())
        .length,
    ).toBe(1);
  });
});

describe('a new password', () => {
  it.each([
    ['an authenticator app', (desk: TestDesk) => addTotp(desk)],
    ['a passkey', (desk: TestDesk) => addPasskey(desk, createAuthenticator(ORIGIN))],
  ])('leaves %s, and its mail says how to remove it', { tags: ['@STAFF-17'] }, async (_, addFactor) => {
    const { desk, owner } = await openOwner();
    const resetPassword = async () => {
      await post(shop, '/password-reset', { email: owner.email });
      const { uid, token } = await lastLink(shop, owner.email);
      await post(shop, '/password-reset-confirm', { uid, token, new_password: owner.password });
      await runMinuteJobs(shop);
      const [mail] = await shop.mailbox.read(owner.email);
      expect(mail?.subject).toBe('Your Sokuwa password was changed');
      return mail?.text;
    };
    expect(await resetPassword()).not.toContain('passkeys');
    await desk.signIn(owner);
    await addFactor(desk);
    const text = await resetPassword();
    expect(text).toContain('The passkeys and the authenticator app of your account were not changed');
    expect(text).toContain('http://shop.test/desk/');
    expect((await openDesk(shop).signIn(owner)).signed_in).toBe(false);
  });
});

describe('an authenticator app', () => {
  it('is asked for after the password, and a code is accepted once', { tags: ['@STAFF-7'] }, async () => {
    const { desk, owner } = await openOwner();
    const { secret, codes } = await addTotp(desk);
    expect(codes).toHaveLength(10);
    const phone = openDesk(shop);
    expect(await phone.signIn(owner)).toEqual({ signed_in: false, factors: ['totp', 'recovery_code'] });
    expectRefusal(await phone.call('GET', '/desk/session/'), 'credentials_missing');
    // The one that confirmed the app.
    expectRefusal(await phone.call('POST', '/desk/sign-in/code/', { code: showCode(secret) }), 'code_wrong');
    const code = showCode(secret, 1);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await phone.call('POST', '/desk/sign-in/code/', { code: spaced })).json().signed_in).toBe(true);
    expect((await phone.call('GET', '/desk/session/')).json()).toMatchObject({ has_second_factor: true });
    const third = openDesk(shop);
    await third.signIn(owner);
    expectRefusal(await third.call('POST', '/desk/sign-in/code/', { code }), 'code_wrong');
    expect(await mailsTo(owner.email)).toContain('Sokuwa: an authenticator app was added');
  });

  it('two sign-ins at once with the same code: one is refused', { tags: ['@STAFF-7'] }, async () => {
    const { desk, owner } = await openOwner();
    const { secret } = await addTotp(desk);
    const browsers = [openDesk(shop), openDesk(shop)];
    for (const browser of browsers) await browser.signIn(owner);
    const code = showCode(secret, 1);
    const responses = await Promise.all(browsers.map((one) => one.call('POST', '/desk/sign-in/code/', { code })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  it('that is lost is replaced by a recovery code, which is mailed and works once', {
    tags: ['@STAFF-7'],
  }, async () => {
    const { desk, owner } = await openOwner();
    const { codes } = await addTotp(desk);
    const [code = ''] = codes;
    const phone = openDesk(shop);
    await phone.signIn(owner);
    const written = code.toLowerCase().replaceAll('-', ' ');
    expect((await phone.call('POST', '/desk/sign-in/code/', { code: written })).json().signed_in).toBe(true);
    expect((await phone.call('GET', '/desk/second-factors/')).json()).toMatchObject({ recovery_codes_left: 9 });
    const again = openDesk(shop);
    await again.signIn(owner);
    expectRefusal(await again.call('POST', '/desk/sign-in/code/', { code }), 'code_wrong');
    expect(await mailsTo(owner.email)).toContain('Sokuwa: a recovery code was used');
  });

  it('a sign-in with an old password cannot be completed after the password was reset', {
    tags: ['@STAFF-7'],
  }, async () => {
    const { desk, owner } = await openOwner();
    const { secret } = await addTotp(desk);
    const thief = openDesk(shop);
    await thief.signIn(owner);
    await post(shop, '/password-reset', { email: owner.email });
    const { uid, token } = await lastLink(shop, owner.email);
    await post(shop, '/password-reset-confirm', { uid, token, new_password: 'cassava and honey' });
    expectRefusal(await thief.call('POST', '/desk/sign-in/code/', { code: showCode(secret, 1) }), 'sign_in_expired');
  });

  describe('of which wrong codes are tried', () => {
    const logged: string[] = [];
    let limited: TestShop;
    let owner: Awaited<ReturnType<typeof addStaff>>;
    let secret: string;
    let recoveryCodes: string[];
    let thief: TestDesk;
    let attempts = 0;
    beforeAll(async () => {
      const logStream = { write: (line: string) => void logged.push(line) };
      limited = await openTestShop({ RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info' }, undefined, { logStream });
    });
    afterAll(() => limited.close());
    beforeEach(async () => {
      attempts = 0;
      owner = await addStaff(limited, null, 'owner');
      const desk = openDesk(limited);
      await desk.signIn(owner);
      ({ secret, codes: recoveryCodes } = await addTotp(desk));
      thief = openDesk(limited);
      logged.length = 0;
      await thief.signIn(owner);
    });
    const prove = (code: string) =>
      thief.call('POST', '/desk/sign-in/code/', { code }, { remoteAddress: `203.0.113.${++attempts}` });
    const nextQuarter = () =>
      limited.db.updateTable('attempt').set({ window_ends: new Date() }).where('what', '=', 'desk code').execute();
    const outcomes = () =>
      logged
        .map((line): Record<string, unknown> => JSON.parse(line))
        .filter(({ msg }) => msg === 'account event')
        .map(({ event, account, outcome }) => ({ event, account, outcome }));

    it('ten within 15 minutes are too many, wherever they come from, and are logged', {
      tags: ['@STAFF-7', '@STAFF-20', '@ACCOUNT-152'],
    }, async () => {
      for (let n = 0; n < 10; n += 1) expectRefusal(await prove('000000'), 'code_wrong');
      expect((await prove(showCode(secret, 1))).json().code).toBe('too_many_requests');
      const event = { event: 'desk_login', account: owner.accountId };
      expect(outcomes()).toEqual([
        { ...event, outcome: 'second_factor_pending' },
        ...Array(10).fill({ ...event, outcome: 'code_wrong' }),
        { ...event, outcome: 'too_many_requests' },
      ]);
    });

    it('thirty in a day are too many, also with a new password, and are mailed once; recovery codes work', {
      tags: ['@STAFF-20'],
    }, async () => {
      for (let n = 0; n < 30; n += 1) {
        expectRefusal(await prove('000000'), 'code_wrong');
        if (n % 10 === 9) await nextQuarter();
      }
      for (let n = 0; n < 2; n += 1) expect((await prove(showCode(secret, 1))).json().code).toBe('too_many_requests');
      await runMinuteJobs(limited);
      const mails = (await limited.mailbox.read(owner.email)).filter(({ subject }) => subject.includes('wrong codes'));
      expect(mails).toMatchObject([{ subject: 'Sokuwa: too many wrong codes' }]);
      await post(limited, '/password-reset', { email: owner.email });
      const { uid, token } = await lastLink(limited, owner.email);
      await post(limited, '/password-reset-confirm', { uid, token, new_password: owner.password });
      await thief.signIn(owner);
      expect((await prove(showCode(secret, 1))).json().code).toBe('too_many_requests');
      expect((await prove(recoveryCodes[0] ?? '')).json().signed_in).toBe(true);
    });

    it('a right one takes none of the wrong ones of the day back', { tags: ['@STAFF-20'] }, async () => {
      for (let n = 0; n < 9; n += 1) await prove('000000');
      expect((await prove(showCode(secret, 1))).json().signed_in).toBe(true);
      const counted = await limited.db
        .selectFrom('attempt')
        .select('attempts')
        .where('what', '=', 'desk code of a day')
        .where('who', '=', hashToken(`account ${owner.accountId}`))
        .executeTakeFirstOrThrow();
      expect(counted.attempts).toBe(9);
      logged.length = 0;
      await thief.call('POST', '/desk/verification/code/', { code: '000000' });
      await thief.call('POST', '/desk/verification/code/', { code: recoveryCodes[0] ?? '' });
      const event = { event: 'desk_verification', account: owner.accountId };
      expect(outcomes()).toEqual([
        { ...event, outcome: 'code_wrong' },
        { ...event, outcome: 'success' },
      ]);
    });
  });
});

describe('a passkey', () => {
  it('signs in without a password, and completes a sign-in with one', { tags: ['@STAFF-7'] }, async () => {
    const { desk, owner } = await openOwner();
    const phone = createAuthenticator(ORIGIN);
    const added = await addPasskey(desk, phone, 'My phone');
    expect(added.json()).toMatchObject({ passkeys: [{ label: 'My phone', last_used_at: null }] });
    expect(added.json().recovery_codes).toHaveLength(10);

    const alone = openDesk(shop);
    expect((await usePasskey(alone, phone)).json()).toEqual({ signed_in: true, factors: [] });
    expect((await alone.call('GET', '/desk/session/')).json()).toMatchObject({ email: owner.email });

    const second = openDesk(shop);
    expect((await second.signIn(owner)).factors).toEqual(['passkey', 'recovery_code']);
    expect((await usePasskey(second, phone)).json().signed_in).toBe(true);
  });

  it.each<[string, (desk: TestDesk, phone: TestAuthenticator) => Promise<{ json(): { code: string } }>]>([
    [
      'of another site',
      async (desk, phone) => {
        const { options } = (await desk.call('POST', '/desk/sign-in/passkey-options/')).json();
        return desk.call('POST', '/desk/sign-in/passkey/', phone.answer({ ...options, rpId: 'evil.test' }));
      },
    ],
    [
      'with another challenge',
      async (desk, phone) => {
        const { options } = (await desk.call('POST', '/desk/sign-in/passkey-options/')).json();
        return desk.call('POST', '/desk/sign-in/passkey/', phone.answer({ ...options, challenge: 'AAAA' }));
      },
    ],
    ['that the shop does not know', async (desk) => usePasskey(desk, createAuthenticator(ORIGIN))],
    [
      'whose counter went back, as that of a copy',
      async (desk, phone) => {
        await usePasskey(openDesk(shop), phone);
        phone.rewind(0);
        return usePasskey(desk, phone);
      },
    ],
  ])('%s is refused', { tags: ['@STAFF-7'] }, async (_, attempt) => {
    const { desk } = await openOwner();
    const phone = createAuthenticator(ORIGIN);
    await addPasskey(desk, phone);
    expect((await attempt(openDesk(shop), phone)).json().code).toBe('passkey_refused');
  });

  it('answers a challenge once, and only in the browser that asked', { tags: ['@STAFF-7'] }, async () => {
    const { desk } = await openOwner();
    const phone = createAuthenticator(ORIGIN);
    await addPasskey(desk, phone);
    const browser = openDesk(shop);
    const { options } = (await browser.call('POST', '/desk/sign-in/passkey-options/')).json();
    const answer = phone.answer(options);
    const other = openDesk(shop);
    expectRefusal(await other.call('POST', '/desk/sign-in/passkey/', answer), 'sign_in_expired');
    await other.call('POST', '/desk/sign-in/passkey-options/');
    expectRefusal(await other.call('POST', '/desk/sign-in/passkey/', answer), 'passkey_refused');
    expect((await browser.call('POST', '/desk/sign-in/passkey/', answer)).json().signed_in).toBe(true);
    expectRefusal(await browser.call('POST', '/desk/sign-in/passkey/', answer), 'sign_in_expired');
  });

  it('that did not ask for PIN or fingerprint is only a second factor', { tags: ['@STAFF-7'] }, async () => {
    const { desk, owner } = await openOwner();
    const key = createAuthenticator(ORIGIN, { verifiesUser: false });
    await addPasskey(desk, key);
    expectRefusal(await usePasskey(openDesk(shop), key), 'passkey_refused');
    const browser = openDesk(shop);
    await browser.signIn(owner);
    expect((await usePasskey(browser, key)).json().signed_in).toBe(true);
  });

  it('does not bring back a sign-in that ends at the same moment', { tags: ['@STAFF-7'] }, async () => {
    const { desk, owner } = await openOwner();
    const phone = createAuthenticator(ORIGIN, { verifiesUser: false });
    await addPasskey(desk, phone);
    const browser = openDesk(shop);
    await browser.signIn(owner);
    const ending = await shop.db.startTransaction().execute();
    await closeDeskSessions(ending, owner.accountId);
    const started = browser.call('POST', '/desk/sign-in/passkey-options/');
    await waitUntilBlocked(shop.db, 1);
    await ending.commit().execute();
    const { options } = (await started).json();
    // As for any account: the passkey has to prove the person too.
    expect(options).toMatchObject({ userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    expectRefusal(await browser.call('POST', '/desk/sign-in/passkey/', phone.answer(options)), 'passkey_refused');
    const left = await shop.db
      .selectFrom('desk_challenge')
      .select('purpose')
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(left).toEqual([]);
  });

  it('of somebody else does not complete a sign-in', { tags: ['@STAFF-7'] }, async () => {
    const { desk, owner } = await openOwner();
    await addPasskey(desk, createAuthenticator(ORIGIN));
    const stranger = await openOwner();
    const key = createAuthenticator(ORIGIN);
    await addPasskey(stranger.desk, key);
    const browser = openDesk(shop);
    await browser.signIn(owner);
    expectRefusal(await usePasskey(browser, key), 'passkey_refused');
  });

  it('is added once, by one account, and twenty at most', { tags: ['@STAFF-9'] }, async () => {
    const { desk } = await openOwner();
    const phone = createAuthenticator(ORIGIN);
    await addPasskey(desk, phone);
    expectRefusal(await addPasskey(desk, phone), 'passkey_refused');
    for (let n = 1; n < 20; n += 1) expect((await addPasskey(desk, createAuthenticator(ORIGIN))).statusCode).toBe(200);
    expectRefusal(await desk.call('POST', '/desk/passkeys/options/'), 'too_many_passkeys');
  });
});

describe('second factors', () => {
  it('are changed only within 15 minutes of a proof, which can be repeated', { tags: ['@STAFF-9'] }, async () => {
    const { desk } = await openOwner();
    const { secret } = await addTotp(desk);
    const phone = createAuthenticator(ORIGIN);
    await addPasskey(desk, phone);
    await ageSessions(16);
    expect((await desk.call('GET', '/desk/session/')).json().verified_until).toBeNull();
    const changes: [Parameters<TestDesk['call']>[0], string, object?][] = [
      ['POST', '/desk/passkeys/options/'],
      ['DELETE', `/desk/passkeys/${phone.id}/`],
      ['POST', '/desk/totp/'],
      ['DELETE', '/desk/totp/'],
      ['POST', '/desk/totp/confirmation/', { code: '000000' }],
      ['POST', '/desk/recovery-codes/'],
    ];
    for (const change of changes) expectRefusal(await desk.call(...change), 'verification_required');

    expectRefusal(await desk.call('POST', '/desk/verification/code/', { code: '000000' }), 'code_wrong');
    const verified = await desk.call('POST', '/desk/verification/code/', { code: showCode(secret, 1) });
    expect(Date.parse(verified.json().verified_until)).toBeGreaterThan(Date.now());
    expect((await desk.call('POST', '/desk/recovery-codes/')).json().recovery_codes).toHaveLength(10);

    await ageSessions(16);
    const { options } = (await desk.call('POST', '/desk/verification/passkey-options/')).json();
    const answer = phone.answer(options);
    expect((await desk.call('POST', '/desk/verification/passkey/', answer)).json().verified_until).not.toBeNull();
    expectRefusal(await desk.call('POST', '/desk/verification/passkey/', answer), 'sign_in_expired');
    expect((await desk.call('DELETE', `/desk/passkeys/${phone.id}/`)).json().passkeys).toEqual([]);
  });

  it('are added by a session without one only within 15 minutes of its sign-in', { tags: ['@STAFF-9'] }, async () => {
    const { desk } = await openOwner();
    await ageSessions(16);
    expectRefusal(await desk.call('POST', '/desk/totp/'), 'verification_required');
  });

  it('the first one ends the other sessions, and the last one takes the recovery codes along', {
    tags: ['@STAFF-9'],
  }, async () => {
    const { desk, owner } = await openOwner();
    const other = openDesk(shop);
    await other.signIn(owner);
    await addTotp(desk);
    expectRefusal(await other.call('GET', '/desk/session/'), 'token_invalid');
    expectRefusal(await desk.call('POST', '/desk/totp/'), 'totp_exists');
    expect((await desk.call('DELETE', '/desk/totp/')).json()).toEqual({
      passkeys: [],
      totp_since: null,
      recovery_codes_left: 0,
    });
    expect(await other.signIn(owner)).toEqual({ signed_in: true, factors: [] });
    expectRefusal(await desk.call('POST', '/desk/totp/confirmation/', { code: '123456' }), 'totp_missing');
    expectRefusal(await desk.call('DELETE', '/desk/passkeys/none/'), 'not_found');
    expect(await auditOf(owner.accountId)).toEqual(
      expect.arrayContaining(['desk totp-added', 'desk totp-removed', 'desk sign-in']),
    );
    expect(await mailsTo(owner.email)).toContain('Sokuwa: the authenticator app was removed');
  });

  it('one that is removed ends the other sessions, and sign-ins that wait for it', {
    tags: ['@STAFF-9'],
  }, async () => {
    const { desk, owner } = await openOwner();
    const { secret } = await addTotp(desk);
    const phone = createAuthenticator(ORIGIN);
    await addPasskey(desk, phone);
    const thief = openDesk(shop);
    await usePasskey(thief, phone);
    const pending = openDesk(shop);
    await pending.signIn(owner);
    await desk.call('DELETE', `/desk/passkeys/${phone.id}/`);
    expectRefusal(await thief.call('GET', '/desk/session/'), 'token_invalid');
    expectRefusal(await pending.call('POST', '/desk/sign-in/code/', { code: showCode(secret, 1) }), 'sign_in_expired');
    expect((await desk.call('GET', '/desk/session/')).json()).toMatchObject({ has_second_factor: true });
  });

  it('without a key for encryption there is no authenticator app, only passkeys', { tags: ['@STAFF-7'] }, async () => {
    const plain = await openTestShop({ NODE_ENV: 'production', SANDBOX_MAILBOX: '1', SANDBOX_PAYMENTS: '1' });
    try {
      const desk = await openDeskAs(plain, null, 'owner');
      expectRefusal(await desk.call('POST', '/desk/totp/'), 'encryption_unavailable');
    } finally {
      await plain.close();
    }
  });

  it('recovery codes are none by themselves', { tags: ['@STAFF-8'] }, async () => {
    const { desk, owner } = await openOwner();
    expectRefusal(await desk.call('POST', '/desk/recovery-codes/'), 'verification_required');
    const code = 'A'.repeat(26);
    await shop.db
      .insertInto('recovery_code')
      .values({ account_id: owner.accountId, code_hash: hashToken(code), used_at: null })
      .execute();
    expectRefusal(await desk.call('POST', '/desk/verification/code/', { code }), 'code_wrong');
  });

  it('are needed by operators outside the sandbox', { tags: ['@STAFF-8'] }, async () => {
    const real = await openTestShop({ SANDBOX_DEMO_ACCOUNT: '0' });
    try {
      const desk = await openDeskAs(real, null, 'owner', { verified: false });
      expectRefusal(await desk.call('GET', '/operator/orders/'), 'second_factor_required');
      expect((await desk.call('GET', '/desk/session/')).json()).toMatchObject({ operators_need_second_factor: true });
      await addPasskey(desk, createAuthenticator(ORIGIN));
      expect((await desk.call('GET', '/operator/orders/')).statusCode).toBe(200);
      const [{ id }] = (await desk.call('GET', '/desk/second-factors/')).json().passkeys;
      await desk.call('DELETE', `/desk/passkeys/${id}/`);
      expectRefusal(await desk.call('GET', '/operator/orders/'), 'second_factor_required');
      const merchant = await openDeskAs(real, await addMerchant(real.db), 'owner', { verified: false });
      expect((await merchant.call('GET', '/merchant/orders/')).statusCode).toBe(200);
    } finally {
      await real.close();
    }
  });
});
