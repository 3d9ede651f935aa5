import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addMember, readMailedLinks, registration } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openSecondNode } from '../testing/second-node.ts';
import { addAccount, openTestShop, type TestShop } from '../testing/shop.ts';
import { Passwords } from './passwords.ts';

const WRONG_PASSWORD = 'a wrong guess';
const { verify } = Passwords.prototype;

let shop: TestShop;
beforeEach(() => {
  // Hundreds of wrong guesses are not hashed: on a busy machine threads of a low priority took half a minute.
  vi.spyOn(Passwords.prototype, 'verify').mockImplementation(async function (this: Passwords, hashed, password) {
    return password !== WRONG_PASSWORD && verify.call(this, hashed, password);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await shop.close();
});

let requestCount = 0;
/** Returns a new IP address for each request, so that only the limit by account applies, never the one by network. */
const nextAddress = () => `203.0.113.${requestCount++ % 250}`;
const postFrom = (
  path: string,
  payload: object,
  remoteAddress: string,
  headers: Record<string, string> = {},
  app = shop.app,
) => app.inject({ method: 'POST', url: `/backend${path}`, payload, remoteAddress, headers });

/** Opens a shop with the production limits; the general limit per IP address is avoided by using many addresses. */
const openShop = async (settings: Record<string, string> = {}) => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', ...settings });
};

describe('failed logins of one account', () => {
  const OWN_NETWORK = '192.0.2.1';
  const guess = (email: string, from: string, app = shop.app) =>
    postFrom('/login/', { email, password: WRONG_PASSWORD }, from, {}, app);

  it('block the account from their network after ten, on every node and for the correct password too, with Retry-After', {
    tags: ['@ACCOUNT-103'],
  }, async () => {
    await openShop();
    const member = await addMember(shop);
    const from = '203.0.113.1';
    for (let i = 0; i < 10; i++) expectRefusal(await guess(member.email, from), 'login_failed');
    const refused = await postFrom('/login/', member, from);
    expectRefusal(refused, 'too_many_requests');
    const retryAfterSeconds = Number(refused.headers['retry-after']);
    expect(retryAfterSeconds).toBeGreaterThan(890);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
    // Also with the email address in upper case, and on another node.
    expectRefusal(
      await postFrom('/login/', { ...member, email: member.email.toUpperCase() }, from),
      'too_many_requests',
    );
    const other = await openSecondNode(shop);
    expectRefusal(await postFrom('/login/', member, from, {}, other), 'too_many_requests');
    await other.close();
    // Other accounts are not blocked, and the owner is not blocked from another network.
    const another = await addMember(shop);
    expect((await postFrom('/login/', another, from)).statusCode).toBe(200);
    expect((await postFrom('/login/', member, OWN_NETWORK)).statusCode).toBe(200);
    // The window ends.
    await shop.db.updateTable('attempt').set({ window_ends: new Date() }).execute();
    expect((await postFrom('/login/', member, from)).statusCode).toBe(200);
  });

  it('are not those whose password was not checked because too many others waited', async () => {
    await openShop();
    const member = await addMember(shop);
    const from = '203.0.113.1';
    const busy = vi.mocked(Passwords.prototype.verify);
    for (let i = 0; i < 12; i++) {
      busy.mockResolvedValueOnce({ refused: 'too_busy' });
      expectRefusal(await postFrom('/login/', member, from), 'too_busy');
    }
    expect((await postFrom('/login/', member, from)).statusCode).toBe(200);
  });

  it('from a blocked network do not count for the account', { tags: ['@ACCOUNT-103'] }, async () => {
    await openShop();
    const member = await addMember(shop);
    for (let i = 0; i < 99; i++) await guess(member.email, '203.0.113.1');
    for (let network = 2; network < 10; network++)
      for (let i = 0; i < 10; i++) await guess(member.email, `203.0.113.${network}`);
    expect((await postFrom('/login/', member, OWN_NETWORK)).statusCode).toBe(200);
  });

  it('from many networks block the account after a hundred in an hour', { tags: ['@ACCOUNT-103'] }, async () => {
    await openShop();
    const member = await addMember(shop);
    for (let i = 0; i < 100; i++) expectRefusal(await guess(member.email, nextAddress()), 'login_failed');
    const refused = await postFrom('/login/', member, OWN_NETWORK);
    expectRefusal(refused, 'too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  });

  it('are counted from the last successful login from the same network', async () => {
    await openShop();
    const member = await addMember(shop);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) expectRefusal(await guess(member.email, OWN_NETWORK), 'login_failed');
      expect((await postFrom('/login/', member, OWN_NETWORK)).statusCode).toBe(200);
    }
  });

  it('are the only ones that count: successful logins block neither account nor network', {
    tags: ['@ACCOUNT-103'],
  }, async () => {
    // One percent of the limits: one failed login per network and one per account.
    await openShop({ RATE_LIMIT_FACTOR: '0.01', CACHE_MEGABYTES: '0' });
    const member = await addMember(shop);
    for (let i = 0; i < 3; i++) expect((await postFrom('/login/', member, OWN_NETWORK)).statusCode).toBe(200);
  });

  it('are forgotten after a password reset, as are requested mails, for every network', {
    tags: ['@ACCOUNT-138'],
  }, async () => {
    await openShop();
    const member = await addMember(shop);
    const networks = [OWN_NETWORK, ...Array.from({ length: 10 }, nextAddress)];
    for (const network of networks) for (let i = 0; i < 10; i++) await guess(member.email, network);
    for (let i = 0; i < 6; i++) await postFrom('/password-reset', { email: member.email }, OWN_NETWORK);
    for (const network of [OWN_NETWORK, '198.51.100.1'])
      expectRefusal(await postFrom('/login/', member, network), 'too_many_requests');
    const [link] = await readMailedLinks(shop, member.email);
    const new_password = 'a new password';
    const confirm = { uid: link?.uid, token: link?.token, new_password };
    expect((await postFrom('/password-reset-confirm', confirm, nextAddress())).statusCode).toBe(200);
    for (const network of networks)
      expect((await postFrom('/login/', { email: member.email, password: new_password }, network)).statusCode).toBe(
        200,
      );
    expect((await postFrom('/password-reset', { email: member.email }, OWN_NETWORK)).statusCode).toBe(200);
  });

  it('are all counted when they are concurrent', async () => {
    await openShop();
    const member = await addMember(shop);
    const guesses = Array.from({ length: 20 }, () => guess(member.email, '203.0.113.1'));
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe('one IP address', () => {
  /** Two percent of the limits: two logins or one registration. */
  const openStrictShop = () => openShop({ RATE_LIMIT_FACTOR: '0.02', CACHE_MEGABYTES: '0' });
  const guess = (remoteAddress: string, headers: Record<string, string> = {}) =>
    postFrom('/login/', { email: registration().email, password: WRONG_PASSWORD }, remoteAddress, headers);

  it('is limited across accounts, and a forged forwarding header is ignored', { tags: ['@ACCOUNT-103'] }, async () => {
    await openStrictShop();
    for (let i = 0; i < 2; i++) expectRefusal(await guess('198.51.100.7'), 'login_failed');
    for (const forged of ['192.0.2.1', '192.0.2.2, 10.0.0.1', 'unknown'])
      expectRefusal(
        await guess('198.51.100.7', { 'x-forwarded-for': forged, 'x-real-ip': forged }),
        'too_many_requests',
      );
    expectRefusal(await guess('198.51.100.8'), 'login_failed');
  });

  it('is the one that a trusted proxy forwards', async () => {
    await openShop({ RATE_LIMIT_FACTOR: '0.02', CACHE_MEGABYTES: '0', TRUSTED_PROXY: '10.0.0.1' });
    const guessThroughProxy = (client: string) => guess('10.0.0.1', { 'x-forwarded-for': client });
    for (let i = 0; i < 2; i++) await guessThroughProxy('198.51.100.1');
    expectRefusal(await guessThroughProxy('198.51.100.1'), 'too_many_requests');
    expectRefusal(await guessThroughProxy('192.0.2.9, 198.51.100.1'), 'too_many_requests');
    expectRefusal(await guessThroughProxy('198.51.100.2'), 'login_failed');
  });

  it('is counted as its /64 network in IPv6', async () => {
    await openStrictShop();
    for (const host of ['1', '2']) expectRefusal(await guess(`2001:db8:0:7::${host}`), 'login_failed');
    expectRefusal(await guess('2001:db8:0:7:aaaa:bbbb:cccc:dddd'), 'too_many_requests');
    expectRefusal(await guess('2001:db8:0:8::1'), 'login_failed');
  });

  it('is limited in registrations', { tags: ['@ACCOUNT-103'] }, async () => {
    await openShop({ NETWORK_REGISTRATIONS_PER_HOUR: '2' });
    for (let i = 0; i < 2; i++)
      expect((await postFrom('/register/', registration(), '198.51.100.7')).statusCode).toBe(200);
    expectRefusal(await postFrom('/register/', registration(), '198.51.100.7'), 'too_many_requests');
    expect((await postFrom('/register/', registration(), '198.51.100.8')).statusCode).toBe(200);
  });

  it('may register 200 people in an hour, but one email address only a few times', {
    tags: ['@ACCOUNT-103'],
  }, async () => {
    await openShop();
    const form = registration();
    for (let i = 0; i < 5; i++) await postFrom('/register/', form, '198.51.100.8');
    expectRefusal(await postFrom('/register/', form, '198.51.100.8'), 'too_many_requests');
    // A stranger in another network does not use up this person's attempts.
    for (let i = 0; i < 35; i++) expectRefusal(await postFrom('/register/', form, nextAddress()), 'email_exists');
    expectRefusal(await postFrom('/register/', form, nextAddress()), 'too_many_requests');
    // On a busy machine those of one network would wait too long for their turn, and be refused.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // The emails are registered already, because hashing 200 passwords takes long. Refused registrations count too.
    const emails = Array.from({ length: 200 }, (_, n) => `visitor${n}@mail.test`);
    for (const email of emails) await addAccount(shop.db, { email });
    const responses = await Promise.all(
      emails.map((email) => postFrom('/register/', { ...registration(), email }, '198.51.100.7')),
    );
    for (const response of responses) expectRefusal(response, 'email_exists');
  });
});

describe('mails to one email address', () => {
  it.each([
    ['/password-reset', async () => (await addMember(shop)).email],
    [
      '/resend-verification-email',
      async () => {
        const form = registration();
        await postFrom('/register/', form, nextAddress());
        return form.email;
      },
    ],
  ])(
    'requested with %s are limited to five per hour and network, and to twenty in all',
    {
      tags: ['@ACCOUNT-103'],
    },
    async (path, createEmail) => {
      await openShop();
      const email = await createEmail();
      const before = (await readMailedLinks(shop, email)).length;
      const stranger = '198.51.100.1';
      for (let i = 0; i < 5; i++) expect((await postFrom(path, { email }, stranger)).statusCode).toBe(200);
      const refused = await postFrom(path, { email }, stranger);
      expectRefusal(refused, 'too_many_requests');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
      expect(await readMailedLinks(shop, email)).toHaveLength(before + 5);
      // The owner, in another network, still gets a link, until the limit by email is reached.
      for (let i = 0; i < 15; i++) expect((await postFrom(path, { email }, nextAddress())).statusCode).toBe(200);
      expectRefusal(await postFrom(path, { email }, nextAddress()), 'too_many_requests');
    },
  );

  it.each(['/password-reset', '/resend-verification-email'])(
    'do not count for other people behind the same IP address: sixty of them each get a link with %s',
    { tags: ['@ACCOUNT-103'] },
    async (path) => {
      await openShop();
      const emails = Array.from({ length: 60 }, (_, n) => `neighbour${n}@mail.test`);
      const verified_at = path === '/password-reset' ? new Date() : null;
      for (const email of emails) await addAccount(shop.db, { email, verified_at });
      for (const email of emails) expect((await postFrom(path, { email }, '198.51.100.7')).statusCode, email).toBe(200);
    },
  );

  it.each([
    ['/password-reset', 'email_not_found'],
    ['/resend-verification-email', 'not_found_or_active'],
  ] as const)(
    'to many email addresses are refused for the network that requests them with %s, and not for others',
    { tags: ['@ACCOUNT-103'] },
    async (path, refusal) => {
      await openShop({ NETWORK_MAILS_PER_HOUR: '3' });
      const spray = (n: number, from: string) => postFrom(path, { email: `target${n}@mail.test` }, from);
      for (let n = 0; n < 3; n++) expectRefusal(await spray(n, '198.51.100.7'), refusal);
      expectRefusal(await spray(3, '198.51.100.7'), 'too_many_requests');
      expectRefusal(await spray(3, '198.51.100.8'), refusal);
    },
  );

  it('have a limit of their own by address', { tags: ['@ACCOUNT-103'] }, async () => {
    await openShop({ EMAIL_MAILS_PER_HOUR: '1' });
    const email = 'once@mail.test';
    const request = (from: string) => postFrom('/password-reset', { email }, from);
    expectRefusal(await request('198.51.100.7'), 'email_not_found');
    expectRefusal(await request('198.51.100.7'), 'too_many_requests');
    for (let n = 0; n < 3; n++) expectRefusal(await request(`198.51.100.${n}`), 'email_not_found');
    expectRefusal(await request('198.51.100.9'), 'too_many_requests');
  });
});
