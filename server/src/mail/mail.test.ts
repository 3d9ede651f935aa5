import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../platform/database.ts';
import { openJobs, PermanentJobError } from '../platform/jobs.ts';
import { MailRefused, type OutgoingMail } from '../ports/mail/mail.port.ts';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { type Mail, queueMail } from './index.ts';
import { mailWorkers } from './mail.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Queues the mail and sends what is due. @returns what its receiver has got, newest first */
const mailed = async (mail: Mail) => {
  await queueMail(shop.db, mail);
  expect(await shop.jobs.runDue()).toEqual([]);
  return shop.mailbox.read(mail.to);
};

const link = 'http://shop.test/verify-email/Mg/a-b_c?x=1&y=2';
describe('a mail', () => {
  it.each<[Mail['kind'], Mail, string, string[]]>([
    [
      'verify_email',
      { kind: 'verify_email', to: 'verify@mail.test', first_name: 'Ada', link },
      'Verify your e-mail address for Sokuwa',
      ['Welcome, Ada', 'Confirm Email', link],
    ],
    [
      'reset_password',
      { kind: 'reset_password', to: 'reset@mail.test', first_name: 'Ada', link },
      'Reset your Sokuwa password',
      ['Hello Ada', 'Reset Password', link],
    ],
    [
      'welcome',
      { kind: 'welcome', to: 'welcome@mail.test', first_name: 'Ada' },
      'Welcome to Sokuwa',
      ['Welcome, Ada', 'Your account is ready'],
    ],
  ])('%s says what it is about, in HTML and in plain text', async (_, mail, subject, words) => {
    const [letter, ...others] = await mailed(mail);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe(subject);
    for (const word of words) {
      expect(letter?.text).toContain(word);
      expect(letter?.html).toContain(word.replaceAll('&', '&amp;'));
    }
    expect(letter?.text).not.toMatch(/<|&amp;/);
    expect(letter?.html).toContain('prefers-color-scheme: dark');
  });

  it('shows what people wrote as text, never as markup', async () => {
    const first_name = '<img src=x onerror=alert(1)> & "Co"';
    const [letter] = await mailed({ kind: 'verify_email', to: 'evil@mail.test', first_name, link });
    expect(letter?.html).not.toContain('<img');
    expect(letter?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;');
    expect(letter?.text).toContain(first_name);
  });

  it('of an event that is told twice goes out once; without a key each is an event', async () => {
    const mail: Mail = { kind: 'welcome', to: 'once@mail.test', first_name: 'Ada' };
    expect(await mailed({ ...mail, key: 'account 7' })).toHaveLength(1);
    expect(await mailed({ ...mail, key: 'account 7' })).toHaveLength(1);
    expect(await mailed(mail)).toHaveLength(2);
    expect(await mailed(mail)).toHaveLength(3);
  });

  it('is queued in the transaction that causes it: what is rolled back is never mailed', {
    tags: ['@SETTING-15'],
  }, async () => {
    const rolledBack = shop.db.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'welcome', to: 'never@mail.test', first_name: 'Ada' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await shop.jobs.runDue();
    expect(await shop.mailbox.read('never@mail.test')).toEqual([]);
  });
});

describe('a mail server that', () => {
  let close = async () => {};
  afterEach(() => close());

  /** Mail by a server that does as it is told. */
  const openMail = (take: (letter: OutgoingMail) => void) => {
    const pool = openPool(shop.connection, 2, () => undefined);
    const mail = { send: async (letter: OutgoingMail) => take(letter), close: async () => {} };
    const jobs = openJobs({
      pool,
      connection: shop.connection,
      workers: mailWorkers({ mail, publicUrl: 'http://shop.test' }),
      report: () => undefined,
    });
    close = async () => {
      await jobs.stop();
      await pool.end();
    };
    return jobs;
  };

  it.each([1, 24])(
    'is away for %i hours loses nothing, and gets each mail once',
    { tags: ['@SETTING-15', '@SETTING-16'] },
    async (hours) => {
      let away = true;
      const tried: string[] = [];
      const taken: string[] = [];
      const jobs = openMail(({ id, to }) => {
        tried.push(id);
        if (away) throw new Error('connect ECONNREFUSED');
        taken.push(to);
      });
      await queueMail(shop.db, { kind: 'welcome', to: 'ada@mail.test', first_name: 'Ada' });
      for (let minute = 0; minute < hours * 60; minute += 5) {
        await jobs.runDue();
        await advanceJobs(shop.db, 5 * 60);
      }
      expect(tried.length).toBeGreaterThan(4);
      away = false;
      for (let hour = 0; hour < 3; hour++) {
        await advanceJobs(shop.db, 60 * 60);
        expect(await jobs.runDue()).toEqual([]);
      }
      expect(taken).toEqual(['ada@mail.test']);
      expect(new Set(tried).size).toBe(1);
    },
  );

  it('refuses a receiver is not asked again', async () => {
    let asked = 0;
    const jobs = openMail(() => {
      asked += 1;
      throw new MailRefused('550 No such user');
    });
    await queueMail(shop.db, { kind: 'welcome', to: 'nobody@mail.test', first_name: 'Ada' });
    expect(await jobs.runDue()).toEqual([new PermanentJobError('A mail (welcome) was refused: 550 No such user')]);
    await advanceJobs(shop.db, 1_000_000);
    expect(await jobs.runDue()).toEqual([]);
    expect(asked).toBe(1);
  });
});
