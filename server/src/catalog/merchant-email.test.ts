import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { createPayee } from '../testing/payouts.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { changeEmail } from './merchant.service.ts';
import { selectSecurityContact } from './merchant-email.service.ts';
import { lockStore } from './merchants.sql.ts';

let shop: TestShop;
let payee: Awaited<ReturnType<typeof createPayee>>;
/** The first address of the merchant, and two others. */
let [a, b, c]: [string, string, string] = ['', '', ''];
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  [a, b, c] = [0, 1, 2].map(() => `${randomUUID()}@shop.test`) as [string, string, string];
  payee = await createPayee(shop, '0000001111', { email: a, name: 'Aso <b>Weavers</b>' });
  await mailsTo(a);
});

const changeStore = (body: object) =>
  shop.app.inject({ method: 'PATCH', url: '/backend/merchant/store/', headers: payee.headers, payload: body });
const setEmail = async (email: string | null) => {
  const response = await changeStore({ email });
  expect(response.statusCode, response.body).toBe(200);
};
const mailsTo = async (address: string) => {
  expect(await shop.jobs.runDue()).toEqual([]);
  return shop.mailbox.read(address);
};
const isChange = ({ subject }: { subject: string }) => subject.startsWith('The email address of');
const countChanges = async (...addresses: string[]) => {
  const counts: number[] = [];
  for (const address of addresses) counts.push((await mailsTo(address)).filter(isChange).length);
  return counts;
};
const countBankMails = async (...addresses: string[]) => {
  const counts: number[] = [];
  for (const address of addresses)
    counts.push((await mailsTo(address)).filter(({ subject }) => subject.startsWith('The bank account of')).length);
  return counts;
};
const ageBy = (days: number) =>
  sql`update merchant set email_changed_at = email_changed_at - ${days} * interval '1 day' where id = ${payee.merchantId}`.execute(
    shop.db,
  );

describe('a change of the email address', { tags: ['@MERCHANT-60'] }, () => {
  it('is mailed to the old and the new address, in text and HTML', async () => {
    await setEmail(b);
    for (const address of [a, b]) {
      const [mail] = (await mailsTo(address)).filter(isChange);
      expect(mail?.subject).toBe('The email address of Aso <b>Weavers</b> was changed');
      expect(mail?.text).toContain(`writes to ${b} instead of ${a}.`);
      expect(mail?.text).toMatch(/If this was not you, revoke the tokens of your programs and write to/);
      expect(mail?.html).toContain('Aso &lt;b&gt;Weavers&lt;/b&gt;');
      expect(mail?.html).not.toContain('<b>Weavers');
    }
  });

  it('by an operator is mailed too, and not if it is only tried', async () => {
    await changeEmail(shop.db, payee.merchantId, b, { ...LIVE_ACT, dryRun: true });
    expect(await countChanges(a, b)).toEqual([0, 0]);
    expect(await changeEmail(shop.db, payee.merchantId, b, LIVE_ACT)).toMatchObject({ name: 'Aso <b>Weavers</b>' });
    expect(await countChanges(a, b)).toEqual([1, 1]);
  });

  it('that removes it is mailed to the old one, and the first one to the new one', async () => {
    await setEmail(null);
    expect((await mailsTo(a)).find(isChange)?.text).toContain(`does not write to ${a} any more`);
    await ageBy(4);
    await setEmail(b);
    expect((await mailsTo(b)).find(isChange)?.text).toContain(`from now on Sokuwa writes to ${b}.`);
    expect(await countChanges(a, b)).toEqual([1, 1]);
  });

  it('to the same address changes and mails nothing', async () => {
    await setEmail(a);
    await changeEmail(shop.db, payee.merchantId, a, LIVE_ACT);
    await changeStore({ place: 'Kano, Nigeria' });
    expect(await countChanges(a)).toEqual([0]);
    const { rows } = await sql`
      select from merchant where id = ${payee.merchantId} and email_changed_at is null and former_emails = '{}'`.execute(
      shop.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('sent twice at once is one', async () => {
    const { promise: isLocked, resolve: setLocked } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const lock = shop.db.transaction().execute(async (trx) => {
      await lockStore(trx, payee.merchantId);
      setLocked();
      await mayEnd;
    });
    await isLocked;
    const changes = [changeStore({ email: b }), changeStore({ email: b })];
    await waitUntilBlocked(shop.db, 2);
    end();
    await lock;
    expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await countChanges(a, b)).toEqual([1, 1]);
  });

  it('is possible ten times in a day', async () => {
    const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const merchant = await createMerchant(strict);
    const change = (n: number) => merchant.call('PATCH', '/store/', { email: `m${n}@shop.test` });
    for (let n = 1; n <= 10; n++) expect((await change(n)).statusCode).toBe(200);
    expect((await change(10)).statusCode).toBe(200);
    expectRefusal(await change(11), 'too_many_requests');
    expect((await merchant.call('GET', '/store/')).json()).toMatchObject({ email: 'm10@shop.test' });
    await strict.close();
  });
});

describe('a mail about the bank account', { tags: ['@MERCHANT-60'] }, () => {
  it('goes to the former address too while the new one is younger than three days', async () => {
    await setEmail(b);
    await payee.setAccount('0000002222');
    // The one to the first address is about the first account.
    expect(await countBankMails(a, b)).toEqual([2, 1]);
    await ageBy(3.01);
    await payee.setAccount('0000001111');
    expect(await countBankMails(a, b)).toEqual([2, 2]);
  });

  it('reaches the first address after several changes, and after one back and forth', async () => {
    await setEmail(b);
    await setEmail(a);
    await ageBy(2);
    await setEmail(c);
    await ageBy(2);
    await payee.setAccount('0000002222');
    expect(await countBankMails(a, b, c)).toEqual([2, 1, 1]);
    // Whoever changes it again is noticed by all of them.
    await setEmail(null);
    expect(await countChanges(a, b, c)).toEqual([4, 4, 2]);
    await payee.call('DELETE', 'bank-account/pending/');
    expect(await countBankMails(a, b, c)).toEqual([3, 2, 2]);
  });

  it('reaches the oldest addresses however often it is changed', async () => {
    for (let n = 0; n < 12; n++) await changeEmail(shop.db, payee.merchantId, `${n}-${b}`, LIVE_ACT);
    const contact = await selectSecurityContact(shop.db, payee.merchantId);
    expect(contact?.emails).toHaveLength(11);
    expect(contact?.emails).toEqual(expect.arrayContaining([a, `0-${b}`, `11-${b}`]));
  });
});
