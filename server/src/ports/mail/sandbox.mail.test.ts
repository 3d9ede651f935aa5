import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/shop.ts';
import { createMail, mailSuite } from './mail.suite.ts';
import { SandboxMail } from './sandbox.mail.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

describe('the sandbox', () => {
  mailSuite(() => ({ mail: shop.mailbox, readReceived: (to) => shop.mailbox.read(to) }));

  it('finds the mails of an address in any case, newest first', async () => {
    await shop.mailbox.send(createMail({ to: 'Ngozi@mail.test', subject: 'First' }));
    await shop.mailbox.send(createMail({ to: 'ngozi@Mail.test', subject: 'Second' }));
    const found = await shop.mailbox.read('NGOZI@mail.test');
    expect(found.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  });

  it('stores a limited number of mails and deletes the oldest', async () => {
    const small = new SandboxMail(shop.db, 3);
    for (const subject of ['1', '2', '3', '4', '5']) await small.send(createMail({ subject }));
    expect((await small.read()).map(({ subject }) => subject)).toEqual(['5', '4', '3']);
  });
});
