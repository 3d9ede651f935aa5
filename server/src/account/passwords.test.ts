import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, registration } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { DECOY_HASH, Passwords } from './passwords.ts';

describe('Passwords', () => {
  const passwords = new Passwords();
  afterAll(() => passwords.close());

  it('hashes with Argon2id, the parameters of OWASP and a salt', async () => {
    const [first, second] = [await passwords.hash('moon and stars'), await passwords.hash('moon and stars')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await passwords.verify(String(first), 'moon and stars')).toBe(true);
    expect(await passwords.verify(String(first), 'moon and star')).toBe(false);
  });

  it('accepts no password when there is no hash', async () => {
    for (const noHash of [undefined, null]) {
      expect(await passwords.verify(noHash, '')).toBe(false);
      expect(await passwords.verify(noHash, 'moon and stars')).toBe(false);
    }
  });

  it('takes as long for an account that does not exist: its decoy has the same parameters', () => {
    expect(passwords.isOutdated(DECOY_HASH)).toBe(false);
  });

  it('fails a call whose thread ends, and starts another one for the next', async () => {
    const started = new Passwords({ maxThreads: 1 });
    await started.hash('moon and stars');
    const pending = started.hash('moon and stars');
    const refused = expect(pending).rejects.toThrow('the password thread ended');
    await started.close();
    await refused;
    expect(await started.hash('moon and stars')).toMatch(/argon2id/);
    await started.close();
  });

  it('fails only the call whose stored hash cannot be read', async () => {
    const hashed = String(await passwords.hash('moon and stars'));
    const verified = await Promise.allSettled([
      passwords.verify('not a hash', 'moon and stars'),
      passwords.verify(hashed, 'moon and stars'),
    ]);
    expect(verified).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: true }]);
  });

  it('refuses calls when its queue is full', async () => {
    const limited = new Passwords({ maxThreads: 1, maxQueued: 2 });
    const results = await Promise.all(Array.from({ length: 5 }, () => limited.hash('moon and stars')));
    expect(results.filter((result) => typeof result === 'string')).toHaveLength(3);
    expect(results.filter((result) => typeof result !== 'string')).toMatchObject([
      { refused: 'too_busy' },
      { refused: 'too_busy' },
    ]);
    // An empty queue accepts more.
    expect(await limited.hash('moon and stars')).toMatch(/argon2id/);
    await limited.close();
  });
});

describe('more concurrent logins than the queue accepts', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop();
  });
  afterAll(() => shop.close());

  it('are refused as too_busy with Retry-After, and the others complete', async () => {
    const logins = Array.from({ length: 200 }, () =>
      post(shop, '/login/', { email: registration().email, password: 'a wrong guess' }),
    );
    const responses = await Promise.all(logins);
    const busy = responses.filter(({ statusCode }) => statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const response of busy) {
      expectRefusal(response, 'too_busy');
      expect(response.headers['retry-after']).toBe('2');
    }
    for (const response of responses.filter(({ statusCode }) => statusCode !== 503))
      expectRefusal(response, 'login_failed');
    expect(responses.length - busy.length).toBeGreaterThan(60);
  });
});
