import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, registration } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { Passwords } from './passwords.ts';

describe('passwords', () => {
  const passwords = new Passwords();

  it('are kept as Argon2id with the parameters of OWASP, salted', async () => {
    const [one, two] = [await passwords.hash('moon and stars'), await passwords.hash('moon and stars')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(String(one), 'moon and stars')).toBe(true);
    expect(await passwords.verify(String(one), 'moon and star')).toBe(false);
  });

  it('are those of nobody without a hash', async () => {
    for (const none of [undefined, null]) {
      expect(await passwords.verify(none, '')).toBe(false);
      expect(await passwords.verify(none, 'moon and stars')).toBe(false);
    }
  });

  it('are queued, in a queue of limited length', async () => {
    const few = new Passwords({ maxConcurrent: 1, maxQueued: 2 });
    const asked = Array.from({ length: 5 }, () => few.hash('moon and stars'));
    const results = await Promise.all(asked);
    expect(results.filter((result) => typeof result === 'string')).toHaveLength(3);
    expect(results.filter((result) => typeof result !== 'string')).toMatchObject([
      { refused: 'too_busy' },
      { refused: 'too_busy' },
    ]);
    // An empty queue accepts more.
    expect(await few.hash('moon and stars')).toMatch(/argon2id/);
  });
});

describe('more logins at once than the server can check', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop();
  });
  afterAll(() => shop.close());

  it('are told to come back, and the rest are answered', async () => {
    const logins = Array.from({ length: 200 }, () =>
      post(shop, '/login/', { email: registration().email, password: 'a wrong guess' }),
    );
    const answers = await Promise.all(logins);
    const busy = answers.filter(({ statusCode }) => statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const answer of busy) {
      expectRefusal(answer, 'too_busy');
      expect(answer.headers['retry-after']).toBe('2');
    }
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 503)) expectRefusal(answer, 'login_failed');
    expect(answers.length - busy.length).toBeGreaterThan(60);
  });
});
