import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { type Mail, queueMail } from './index.ts';

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

  it('is queued in the transaction that causes it: what is rolled back is never mailed', async () => {
    const rolledBack = shop.db.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'welcome', to: 'never@mail.test', first_name: 'Ada' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await shop.jobs.runDue();
    expect(await shop.mailbox.read('never@mail.test')).toEqual([]);
  });
});
