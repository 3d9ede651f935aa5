import { afterEach, describe, expect, it } from 'vitest';
import { addMember, mailedLinks, registration } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openSecondNode } from '../testing/second-node.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
afterEach(() => shop.close());

let n = 0;
/** Another visitor each time, so that only the account is counted. */
const stranger = () => `203.0.113.${n++ % 250}`;
const ask = (
  path: string,
  payload: object,
  remoteAddress: string,
  headers: Record<string, string> = {},
  app = shop.app,
) => app.inject({ method: 'POST', url: `/backend${path}`, payload, remoteAddress, headers });

/** A shop with the limits as they are, whose general limit is out of the way by way of many addresses. */
const open = async (settings: Record<string, string> = {}) => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', ...settings });
};

describe('guesses at one account', () => {
  it('end after ten, from wherever they come, the right one too; and are told when to come back', {
    tags: ['@ACCOUNT-103'],
  }, async () => {
    await open();
    const member = await addMember(shop);
    for (let i = 0; i < 10; i++)
      expectRefusal(await ask('/login/', { ...member, password: `guess number ${i}` }, stranger()), 'login_failed');
    const refused = await ask('/login/', member, stranger());
    expectRefusal(refused, 'too_many_requests');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(890);
    expect(wait).toBeLessThanOrEqual(900);
    // However the address is written, and on another node.
    expectRefusal(
      await ask('/login/', { ...member, email: member.email.toUpperCase() }, stranger()),
      'too_many_requests',
    );
    const other = await openSecondNode(shop);
    expectRefusal(await ask('/login/', member, stranger(), {}, other), 'too_many_requests');
    await other.close();
    // Others are not kept out.
    const another = await addMember(shop);
    expect((await ask('/login/', another, stranger())).statusCode).toBe(200);
    // Time passes.
    await shop.db.updateTable('attempt').set({ window_ends: new Date() }).execute();
    expect((await ask('/login/', member, stranger())).statusCode).toBe(200);
  });

  it('that fail are counted from the last login that succeeded', async () => {
    await open();
    const member = await addMember(shop);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) await ask('/login/', { ...member, password: 'a wrong guess' }, stranger());
      expect((await ask('/login/', member, stranger())).statusCode).toBe(200);
    }
  });

  it('are forgiven to whoever sets a new password by mail', async () => {
    await open();
    const member = await addMember(shop);
    for (let i = 0; i < 11; i++) await ask('/login/', { ...member, password: 'a wrong guess' }, stranger());
    await ask('/password-reset', { email: member.email }, stranger());
    const [link] = await mailedLinks(shop, member.email);
    const new_password = 'remembered now';
    await ask('/password-reset-confirm', { uid: link?.uid, token: link?.token, new_password }, stranger());
    expect((await ask('/login/', { email: member.email, password: new_password }, stranger())).statusCode).toBe(200);
  });

  it('at many at once are counted each', async () => {
    await open();
    const member = await addMember(shop);
    const guesses = Array.from({ length: 20 }, (_, i) =>
      ask('/login/', { ...member, password: `guess number ${i}` }, stranger()),
    );
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe('one address on the network', () => {
  /** Two logins or one registration: three hundredths of the limits. */
  const strict = () => open({ RATE_LIMIT_FACTOR: '0.02', CACHE_MEGABYTES: '0' });
  const guess = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ask('/login/', { email: registration().email, password: 'a wrong guess' }, remoteAddress, headers);

  it('may try some accounts, then none, whatever it says of itself', { tags: ['@ACCOUNT-103'] }, async () => {
    await strict();
    for (let i = 0; i < 2; i++) expectRefusal(await guess('198.51.100.7'), 'login_failed');
    for (const forged of ['192.0.2.1', '192.0.2.2, 10.0.0.1', 'unknown'])
      expectRefusal(
        await guess('198.51.100.7', { 'x-forwarded-for': forged, 'x-real-ip': forged }),
        'too_many_requests',
      );
    expectRefusal(await guess('198.51.100.8'), 'login_failed');
  });

  it('is that of the visitor behind a trusted proxy', async () => {
    await open({ RATE_LIMIT_FACTOR: '0.02', CACHE_MEGABYTES: '0', TRUSTED_PROXY: '10.0.0.1' });
    const by = (visitor: string) => guess('10.0.0.1', { 'x-forwarded-for': visitor });
    for (let i = 0; i < 2; i++) await by('198.51.100.1');
    expectRefusal(await by('198.51.100.1'), 'too_many_requests');
    expectRefusal(await by('192.0.2.9, 198.51.100.1'), 'too_many_requests');
    expectRefusal(await by('198.51.100.2'), 'login_failed');
  });

  it('is a whole household in IPv6', async () => {
    await strict();
    for (const last of ['1', '2']) expectRefusal(await guess(`2001:db8:0:7::${last}`), 'login_failed');
    expectRefusal(await guess('2001:db8:0:7:aaaa:bbbb:cccc:dddd'), 'too_many_requests');
    expectRefusal(await guess('2001:db8:0:8::1'), 'login_failed');
  });

  it('may register some accounts', { tags: ['@ACCOUNT-103'] }, async () => {
    await strict();
    expect((await ask('/register/', registration(), '198.51.100.7')).statusCode).toBe(200);
    expectRefusal(await ask('/register/', registration(), '198.51.100.7'), 'too_many_requests');
  });
});

describe('mails to one address', () => {
  it.each([
    ['/password-reset', async () => (await addMember(shop)).email],
    [
      '/resend-verification-email',
      async () => {
        const form = registration();
        await ask('/register/', form, stranger());
        return form.email;
      },
    ],
  ])('asked for by %s end after five in an hour', { tags: ['@ACCOUNT-103'] }, async (path, member) => {
    await open();
    const email = await member();
    const before = (await mailedLinks(shop, email)).length;
    for (let i = 0; i < 5; i++) expect((await ask(path, { email }, stranger())).statusCode).toBe(200);
    const refused = await ask(path, { email }, stranger());
    expectRefusal(refused, 'too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect(await mailedLinks(shop, email)).toHaveLength(before + 5);
  });
});
