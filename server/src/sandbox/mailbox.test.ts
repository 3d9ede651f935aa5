import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueMail } from '../mail/index.ts';
import { createMail } from '../ports/mail/mail.suite.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
const get = (url: string) => shop.app.inject({ url });

describe('the mailbox', () => {
  it('lists the mails to an address as JSON, newest first, with their links', {
    tags: ['@SANDBOX-3', '@SANDBOX-4'],
  }, async () => {
    const link = 'http://shop.test/verify-email/Mg/abc?x=1&y=2';
    await queueMail(shop.db, { kind: 'verify_email', to: 'Ada@mail.test', first_name: 'Ada', link });
    await shop.jobs.runDue();
    await queueMail(shop.db, { kind: 'welcome', to: 'Ada@mail.test', first_name: 'Ada' });
    await queueMail(shop.db, { kind: 'welcome', to: 'bisi@mail.test', first_name: 'Bisi' });
    await shop.jobs.runDue();
    const response = await get('/sandbox/mailbox.json?to=ada%40mail.test');
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    const mails = response.json();
    expect(mails).toHaveLength(2);
    expect(Object.keys(mails[1]).toSorted()).toEqual(['html', 'id', 'links', 'sent_at', 'subject', 'text', 'to']);
    expect(mails[0].subject).toBe('Welcome to Sokuwa');
    expect(mails[1]).toMatchObject({ to: 'Ada@mail.test', links: [link, 'http://shop.test'] });
    expect(new Date(mails[1].sent_at).toISOString()).toBe(mails[1].sent_at);
    expect((await get('/sandbox/mailbox.json')).json()).toHaveLength(3);
    expect((await get('/sandbox/mailbox.json?to=nobody@mail.test')).json()).toEqual([]);
    expectRefusal(await get('/sandbox/mailbox.json?to=a&to=b'), 'invalid_input');
  });

  it('lists all mails, or those to one address, as a page, and escapes their text', {
    tags: ['@SANDBOX-3'],
  }, async () => {
    const sent = createMail({
      to: 'evil@mail.test',
      subject: '<script>alert(1)</script>',
      html: '<script>alert(2)</script>',
    });
    await shop.mailbox.send(sent);
    for (const url of ['/sandbox/mailbox', '/sandbox/mailbox?to=evil@mail.test', `/sandbox/mailbox/${sent.id}`]) {
      const page = await get(url);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(page.body).not.toContain('<script');
    }
    expect((await get('/sandbox/mailbox?to=ada@mail.test')).body).not.toContain('alert');
    const injection = await get(`/sandbox/mailbox?to=${encodeURIComponent('"><script>alert(3)</script>')}`);
    expect(injection.body).not.toContain('<script');
  });

  it('shows a mail in a sandboxed frame without scripts and forms', async () => {
    const sent = createMail();
    await shop.mailbox.send(sent);
    expect((await get(`/sandbox/mailbox/${sent.id}`)).body).toContain(`src="/sandbox/mailbox/${sent.id}/body"`);
    const body = await get(`/sandbox/mailbox/${sent.id}/body`);
    expect(body.body).toBe(sent.html);
    const policy = String(body.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/; sandbox (?!.*allow-scripts)/);
    expect(body.headers['x-frame-options']).toBeUndefined();
  });

  it.each(['/sandbox/mailbox/7', '/sandbox/mailbox/7/body', `/sandbox/mailbox/${createMail().id}`])(
    '%s returns 404',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

describe('the sandbox', () => {
  it('lists its parts', { tags: ['@SANDBOX-2'] }, async () => {
    const page = await get('/sandbox');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('href="/sandbox/mailbox"');
    expect(page.body).toContain('href="/sandbox/ui"');
  });

  it('returns 404 in production', async () => {
    const providers = {
      SMTP_URL: 'smtp://mail.test',
      OIDC_CLIENT_ID: 'shop',
      OIDC_CLIENT_SECRET: 'hush',
      PAYSTACK_SECRET_KEY: 'sk_live_0a',
    };
    const production = await openTestShop({ NODE_ENV: 'production', ...providers });
    for (const url of ['/sandbox', '/sandbox/mailbox', '/sandbox/mailbox.json'])
      expectRefusal(await production.app.inject({ url }), 'not_found');
    await production.close();
  });
});
