import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kobo } from '@sokuwa/contract/money.ts';
import { createBuyer, stockOf } from '@sokuwa/server/testing/buyer.ts';
import { createShopper, createStore } from '@sokuwa/server/testing/messages.ts';
import { createDelivered } from '@sokuwa/server/testing/returns.ts';
import { addMerchant, addProduct, addSubItem, openTestShop, type TestShop } from '@sokuwa/server/testing/shop.ts';
import { openReceiver, webhookCalls } from '@sokuwa/server/testing/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, commandPath, leafCommands } from './run.ts';
import { createCli, done, dry, refused, type TestCli } from './testing/cli.ts';

let shop: TestShop;
let yam: Awaited<ReturnType<typeof addProduct>>;
let cli: TestCli;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-cli-'));
  shop = await openTestShop();
  cli = createCli(shop);
  yam = await addProduct(shop.db, { title: 'Puna yam', stock: 10, price_kobo: 1_245_000 });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const placePaidOrder = async () => {
  const buyer = await createBuyer(shop, [[yam, 1]]);
  const { id, reference } = await buyer.placeOrder();
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
  return { buyer, id, reference };
};

describe('orders', () => {
  it('are shipped and delivered, and the buyer is notified', {
    tags: ['@ORDER-12', '@ORDER-14', '@ORDER-17', '@SETTING-13', '@SETTING-14'],
  }, async () => {
    const { buyer, id } = await placePaidOrder();
    expect(await cli(`orders deliver ${id}`)).toEqual(
      refused(`Order ${id}: This order is Paid, which does not allow this.`),
    );
    expect(await cli(`orders ship ${id} --tracking T-1 --dry-run`)).toEqual(dry(`Order ${id}: Paid -> Shipped`));
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid', tracking_number: null });
    expect(await cli(`orders ship ${id.toLowerCase()} --tracking T-1`)).toEqual(done(`Order ${id}: Paid -> Shipped`));
    expect(await cli(`orders ship ${id} --tracking T-2`)).toMatchObject({ code: 1 });
    expect(await cli(`orders cancel ${id} --reason R`)).toEqual(
      refused(`Order ${id}: This order is Shipped, which does not allow this.`),
    );
    expect(await cli(`orders deliver ${id}`)).toEqual(done(`Order ${id}: Shipped -> Delivered`));
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Delivered', tracking_number: 'T-1' });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await buyer.mailSubjects()).toEqual([
      `Your order ${id} was delivered`,
      `Your order ${id} is on its way`,
      `Your Sokuwa order ${id}`,
    ]);
  });

  it('are shipped by fulfilments, in parcels, and what a merchant cannot ship is cancelled', {
    tags: ['@FULFIL-4', '@FULFIL-6'],
  }, async () => {
    const garri = await addProduct(shop.db, {
      title: 'Ijebu garri',
      stock: 10,
      merchant_id: await addMerchant(shop.db),
    });
    const buyer = await createBuyer(shop, [
      [yam, 3],
      [garri, 1],
    ]);
    const { id, reference } = await buyer.placeOrder();
    expect(await cli(`fulfilments list ${id}`)).toMatchObject({ code: 1 });
    await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    const changed = (n: number, status: string) => done(`Fulfilment ${id}-${n} is changed; the order is ${status}.`);
    const { out } = await cli(`fulfilments list ${id}`);
    expect(out).toMatch(
      /-1 {2}merchant \d+: to ship\n {4}line 0: 3 × Puna yam, 3 left to ship\n.*-2 {2}merchant \d+: to ship/,
    );
    // A number that a merchant could write too.
    const ship = ['fulfilments', 'ship', `${id}-1`, '--carrier', 'dhl', '--tracking', ' Nº D1 ', '--pieces', '0:2'];
    expect(await cli(ship)).toEqual(changed(1, 'Paid'));
    expect(await cli(`fulfilments ship ${id}-1 --carrier dhl --tracking D2 --pieces 0:2`)).toEqual(
      refused(`Fulfilment ${id}-1: There are fewer pieces left than you want to ship or cancel.`),
    );
    expect(await cli(`fulfilments cancel ${id}-1 --pieces 0:1:1 --reason R`)).toEqual(changed(1, 'Paid'));
    expect(await cli(`fulfilments cancel ${id}-1 --pieces 0:1:1 --reason R`)).toEqual(
      refused(`Fulfilment ${id}-1: Fewer or more pieces are left than you know of. Read the order again.`),
    );
    expect(await cli(`fulfilments ship ${id}-2 --carrier gig --tracking G1`)).toEqual(changed(2, 'Shipped'));
    expect((await cli(`fulfilments list ${id}`)).out).toMatch(/parcel \d+: dhl Nº D1\n.*parcel \d+: gig G1$/ms);
    expect(await cli(`fulfilments deliver ${id}-1`)).toEqual(changed(1, 'Shipped'));
    expect(await cli(`fulfilments deliver ${id}-2`)).toEqual(changed(2, 'Delivered'));
    expect(await cli(`fulfilments deliver 000000000000-1`)).toEqual(refused('Fulfilment 000000000000-1: Not found.'));
  });

  it('are returned, and an operator decides', { tags: ['@RETURN-14', '@RETURN-20'] }, async () => {
    const order = await createDelivered(shop, [[yam, 2]]);
    expect(await cli('returns list')).toEqual(done('No return is appealed.'));
    const { id } = await order.requested({ refund_to: 'wallet' });
    expect((await cli('returns list --status requested')).out).toMatch(
      new RegExp(`^${id} {2}\\d{4}-.* UTC {2}requested until .*: 1 × Puna yam, ₦12,450$`, 'm'),
    );
    expect((await cli(`returns show ${id.toLowerCase()}`)).out).toMatch(
      /I changed my mind.*buyer: requested — It does not suit me\./s,
    );
    const decide = (...options: string[]) =>
      cli(['returns', 'decide', id, ...options, '--note', 'It is as new.', '--reason', 'R']);
    expect(await decide('--refund')).toEqual(
      refused(`Return ${id}: This return has changed in the meantime, and does not allow this any more.`),
    );
    expect(await decide('--accept', '--dry-run')).toEqual(dry(`Return ${id} is accepted.`));
    expect(await decide('--accept')).toEqual(done(`Return ${id} is accepted.`));
    expect(await decide('--accept', '--decline')).toMatchObject({ code: 2 });
    expect(await decide()).toEqual(refused('Choose one of --accept, --decline and --refund.'));
    expect(await decide('--refund')).toEqual(done(`Return ${id} is refunded.`));
    expect(await cli('returns show 000000000000-R1')).toEqual(refused('Return 000000000000-R1: Not found.'));
    const audit = await shop.db
      .selectFrom('audit_entry')
      .select(['actor', 'reason'])
      .where('subject', '=', `return ${id}`)
      .execute();
    expect(audit.map(({ actor, reason }) => [actor, reason])).toEqual(
      Array(2).fill([expect.stringMatching(/^cli:/), 'R']),
    );
  });

  it('are cancelled and refunded', { tags: ['@ORDER-17', '@SETTING-14'] }, async () => {
    const { buyer, id, reference } = await placePaidOrder();
    const stockBefore = await stockOf(shop.db, yam);
    expect(await cli(`orders cancel ${id} --dry-run --reason R`)).toEqual(dry(`Order ${id}: Paid -> Cancelled`));
    expect(await cli(`orders cancel ${id} --reason R`)).toEqual(done(`Order ${id}: Paid -> Cancelled`));
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.payments.verify(reference)).toMatchObject({ status: 'reversed' });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, yam)).toBe(stockBefore + 1);
  });

  it('that do not exist are refused', async () => {
    expect(await cli('orders cancel 000000000000 --reason R')).toEqual(refused('Order 000000000000: Not found.'));
  });
});

describe('lists and details', () => {
  it('of orders, refunds, customers and the audit log are printed', {
    tags: ['@OPERATOR-1', '@OPERATOR-10', '@OPERATOR-11', '@ORDER-16'],
  }, async () => {
    const { id, buyer, reference } = await placePaidOrder();
    expect((await cli(`orders list --order ${id} --status Paid`)).out).toMatch(
      new RegExp(`^${id}  \\d{4}-.*  Paid  ₦[\\d,.]+  .*<${buyer.email}>  merchants \\d+\n$`),
    );
    expect(await cli('orders list --to 2020-01-01')).toEqual(done('No orders.'));
    expect((await cli(`orders list --search ${reference}`)).out).toContain(id);
    expect(await cli(`orders list --search ${id} --late`)).toEqual(done('No orders.'));
    expect((await cli(`payments list --search ${buyer.email} --status success`)).out).toMatch(
      new RegExp(`^${reference}  \\d{4}-.*  sandbox: success, ₦[\\d,.]+  Ada Obi\n$`),
    );
    expect(await cli('payments list --search nobody@mail.test')).toEqual(done('No payments.'));
    expect(await cli(`refunds list --order ${id} --waiting`)).toEqual(done('No refunds.'));
    for (const list of ['orders', 'refunds', 'audit'])
      expect(await cli(`${list} list --cursor x`)).toMatchObject({ code: 2, error: expect.stringContaining('cursor') });
    // The same key is the same refund.
    for (const _ of [1, 2])
      expect(await cli(`refunds create ${id} 100.50 --to wallet --key late-1 --reason Late`)).toEqual(
        done(`Order ${id}: ₦100.50 refunded to the buyer’s wallet`),
      );
    expect((await cli(`refunds list --order ${id}`)).out).toMatch(
      new RegExp(`^${reference}\\.1  .*₦100\\.50 \\(goodwill\\): wallet\n$`),
    );
    expect(await cli('refunds list --order 000000000000')).toEqual(done('No refunds.'));
    await cli(`fulfilments ship ${id}-1 --carrier dhl --tracking D77`);
    const { out } = await cli(`orders show ${id}`);
    for (const text of [
      `<${buyer.email}>`,
      '1 × Puna yam',
      'dhl D77',
      `${reference}  sandbox: success`,
      'goodwill ₦100.50',
    ])
      expect(out).toContain(text);
    expect(await cli('orders show 000000000000')).toEqual(refused('Order 000000000000: Not found.'));
    for (const _ of [1, 2])
      expect(await cli(`wallet credit ${buyer.email} 50 --key sorry-1 --reason Sorry`)).toEqual(
        done('₦50 given; the balance is ₦150.50'),
      );
    expect(await cli(`wallet credit ${buyer.email} 60 --key sorry-1 --reason Sorry`)).toEqual(
      refused('This Idempotency-Key was used for another request.'),
    );
    expect((await cli(`customers find --order ${id}`)).out).toMatch(
      new RegExp(`^${buyer.accountId}  .*<${buyer.email}>, since .*\n$`),
    );
    expect(await cli('customers find --name Zzz')).toEqual(done('No accounts.'));
    expect((await cli(`customers show ${buyer.accountId}`)).out).toMatch(
      /Credit: ₦150\.50\nOpen sessions: 1\nOrders:\n {4}\w/,
    );
    expect(await cli('customers show 999999')).toEqual(refused('There is no account 999999.'));
    expect((await cli(['audit', 'list', '--subject', `order ${id}`])).out).toMatch(
      /cli:ada {2}refunds create: order \w{12}\n {4}because: Late\n {4}after: \{/,
    );
    expect(await cli('audit list --actor nobody')).toEqual(done('No entries.'));
  });

  it('of merchants are printed, with their commission and suspension', { tags: ['@OPERATOR-1'] }, async () => {
    const { merchantId: merchant } = await createStore(shop);
    expect(await cli(`merchants commission ${merchant} 80`)).toEqual(done('Balogun Textiles: default -> 80 ‰'));
    expect(await cli(`merchants suspend ${merchant} --reason Fraud`)).toEqual(
      done('Balogun Textiles: suspended, 1 products taken out of the shop'),
    );
    expect(await cli(`merchants suspend ${merchant} --reason Fraud`)).toEqual(
      refused(`Merchant ${merchant}: This merchant is suspended already.`),
    );
    expect((await cli(`merchants show ${merchant}`)).out).toMatch(/, 1 products, commission 80 ‰, .* suspended since /);
    expect(await cli(`merchants unsuspend ${merchant}`)).toEqual(
      done('Balogun Textiles: 1 products are back in the shop'),
    );
    expect(await cli(`merchants commission ${merchant} default`)).toEqual(done('Balogun Textiles: 80 ‰ -> default'));
    expect((await cli(`merchants list --after ${merchant - 1}`)).out).toContain(`${merchant}  Balogun Textiles (`);
    expect(await cli('merchants list --search no%such')).toEqual(done('No merchants.'));
    expect(await cli('merchants show 999999')).toEqual(refused('Merchant 999999: Not found.'));
  });
});

describe('payments', () => {
  it('that are held are listed, accepted and refunded', async () => {
    expect(await cli('payments held')).toEqual(done('No payment is held or disputed, and no refund needs attention.'));
    const drum = await addProduct(shop.db, { title: 'Drum', stock: 10, price_kobo: 1_000_000 });
    const hold = async (currency: string) => {
      const { id, reference } = await (await createBuyer(shop, [[drum, 1]])).placeOrder();
      const wrong = { status: 'held', held_for: 'too little', paid_amount: 50_000, paid_currency: currency } as const;
      await shop.db.updateTable('payment').set(wrong).where('reference', '=', reference).execute();
      return { id, reference };
    };
    const [accepted, returned, foreign] = [await hold('NGN'), await hold('NGN'), await hold('USD')];
    const { out } = await cli('payments held');
    expect(out).toContain(`${accepted.reference}  `);
    expect(out).toMatch(
      /held payment: too little\n {4}received ₦500, expected ₦[\d,.]+; order \w{12} is Pending\n {4}run "payments accept /,
    );
    expect(out).toContain('received USD 500');

    const accepting = `Payment ${accepted.reference} accepted: order ${accepted.id} is Paid`;
    expect(await cli(`payments accept ${accepted.reference} --dry-run --reason R`)).toEqual(dry(accepting));
    expect(await cli(`payments accept ${accepted.reference.toLowerCase()} --reason R`)).toEqual(done(accepting));
    const settled = refused(`Payment ${accepted.reference}: This payment is not held, and no refund of it is stuck.`);
    expect(await cli(`payments accept ${accepted.reference} --reason R`)).toEqual(settled);

    const line = `payments refund ${returned.reference} --by wallet --reason R`;
    const refunding = `Payment ${returned.reference}: ₦500 refunded to the buyer’s wallet`;
    expect(await cli(`${line} --dry-run`)).toEqual(dry(refunding));
    expect(await cli(line)).toEqual(done(refunding));
    expect(await cli(`payments refund ${foreign.reference} --reason R`)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/is in another currency: .* by hand/),
    });
    const byHand = `Payment ${foreign.reference}: USD 500 refunded by hand`;
    expect(await cli(`payments refund ${foreign.reference} --by hand --reason R`)).toEqual(done(byHand));
    expect(await cli('payments held')).toEqual(done('No payment is held or disputed, and no refund needs attention.'));
  });

  it('have refunds of parts, which are retried or settled as the list advises', { tags: ['@PAYMENT-41'] }, async () => {
    const { id } = await placePaidOrder();
    await cli(`refunds create ${id} 100 --reason R`);
    await shop.db
      .updateTable('refund')
      .set({ status: 'stuck', refused_for: 'card closed', ask_at: null })
      .where('reference', 'like', `${id}-%`)
      .execute();
    const { out } = await cli('payments held');
    const command = /"(payments refund \S+\.1 --by) …"/.exec(out)?.[1];
    const reference = `${id}-1.1`;
    expect(command).toBe(`payments refund ${reference} --by`);
    expect(await cli(`${command?.toLowerCase()} wallet --reason R`)).toEqual(
      done(`Payment ${reference}: ₦100 refunded to the buyer’s wallet`),
    );
    expect(await cli(`payments accept ${reference} --reason R`)).toMatchObject({
      code: 2,
      error: expect.stringMatching(/Write the reference of a payment/),
    });
  });

  it('that are disputed, and refunds that need attention, are listed with advice', {
    tags: ['@PAYMENT-44', '@PAYMENT-45'],
  }, async () => {
    const drum = await addProduct(shop.db, { stock: 10, price_kobo: 1_000_000 });
    const place = async () => (await createBuyer(shop, [[drum, 1]])).placeOrder();
    const disputed = await place();
    await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${disputed.reference}/approve` });
    const dispute = { id: '1', reference: disputed.reference, status: 'awaiting-merchant-feedback' };
    await shop.db
      .insertInto('dispute')
      .values({ ...dispute, due_at: new Date('2026-11-24T12:00:00Z') })
      .execute();
    const lost = await place();
    await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${lost.reference}/approve` });
    const lostDispute = { id: '2', reference: lost.reference, status: 'resolved', resolution: 'auto-accepted' };
    await shop.db.insertInto('dispute').values(lostDispute).execute();
    const states = [
      ['stuck', 'stuck', null],
      ['needs attention', 'accepted', 'needs-attention'],
      ['failed', 'wallet', 'failed'],
      ['waiting', 'requested', null],
    ] as const;
    const references = new Map<string, string>();
    for (const [name, status, provider_status] of states) {
      const { reference } = await place();
      references.set(name, reference);
      const refund = { reference, amount_kobo: kobo(1000), reason: 'cancelled', status, provider_status } as const;
      const ask_at = status === 'requested' ? new Date(Date.now() + 60_000) : null;
      await shop.db
        .insertInto('refund')
        .values({ ...refund, refused_for: 'low balance', ask_at })
        .execute();
    }
    const { out } = await cli('payments held');
    expect(out).toMatch(/dispute: awaiting-merchant-feedback\n.*is Paid\n {4}respond at .* before 2026-11-24 12:00;/);
    expect(out).toMatch(/stuck refund: low balance\n.*\n {4}check .* "payments refund \w{12}-1 --by …"/);
    expect(out).toMatch(/refund needs attention: low balance\n.*\n {4}ask the buyer for a bank account/);
    expect(out).toMatch(/failed refund: low balance\n.*\n {4}it is in the buyer’s wallet instead/);
    expect(out).toMatch(/waiting refund: low balance\n.*\n {4}the shop retries it/);
    expect(out).toMatch(
      /lost dispute: auto-accepted\n.*\n {4}the bank has returned the money: run "orders cancel \w{12}"/,
    );
    for (const reference of references.values()) expect(out).toContain(`${reference}  `);

    expect(await cli(`orders ship ${disputed.id} --tracking T1`)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^.*: The buyer has complained to the bank\. Do not ship this order/),
    });
    await shop.db.deleteFrom('dispute').execute();
    await shop.db.deleteFrom('refund').execute();
  });
});

it('jobs that failed are listed and run again', { tags: ['@OPERATOR-20'] }, async () => {
  expect(await cli('jobs list')).toEqual(done('No job has failed.'));
  const id = randomUUID();
  const data = JSON.stringify({ kind: 'welcome', to: 'kola@mail.test', first_name: 'Kola' });
  const output = JSON.stringify({ message: 'Error: connect ECONNREFUSED' });
  await sql`
    insert into pgboss.job (id, name, state, data, output)
    values (${id}::uuid, 'send_mail', 'failed', ${data}::jsonb, ${output}::jsonb)`.execute(shop.db);
  expect((await cli('jobs list --kind send_mail --state failed')).out).toMatch(
    new RegExp(
      `^${id}  .*  mail welcome to kola@mail.test; 1 failed attempt, no other; Error: connect ECONNREFUSED\n$`,
    ),
  );
  expect(await cli(`jobs retry ${id}`)).toEqual(done(`Job ${id} is run again.`));
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(await shop.mailbox.read('kola@mail.test')).toHaveLength(1);
  expect(await cli(`jobs retry ${id}`)).toEqual(done(`Job ${id} runs or is done already.`));
});

describe('coupons', () => {
  const findCoupon = (code: string) =>
    shop.db.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();

  it('are created once', { tags: ['@SETTING-13', '@SETTING-14'] }, async () => {
    const line =
      'coupons create harvest --percent 15 --starts 2026-12-01 --ends 2026-12-24 --minimum 5,000 --max-uses 9';
    expect(await cli(`${line} --dry-run`)).toEqual(dry('Coupon HARVEST: 15% off'));
    expect(await findCoupon('HARVEST')).toBeUndefined();
    expect(await cli(line)).toEqual(done('Coupon HARVEST: 15% off'));
    expect(await findCoupon('HARVEST')).toMatchObject({
      percent: 15,
      fixed_kobo: null,
      starts_at: new Date('2026-12-01'),
      ends_at: new Date('2026-12-24'),
      minimum_kobo: 500_000,
      max_uses: 9,
      uses: 0,
    });
    expect(await cli(line)).toEqual(done('Coupon HARVEST: 15% off'));
    for (const other of ['coupons create HARVEST --percent 15', `${line} --minimum 6,000 --dry-run`])
      expect(await cli(other)).toEqual(refused('There is another coupon HARVEST already.'));
  });

  it('are listed, changed and ended', { tags: ['@CHECKOUT-65', '@CHECKOUT-66'] }, async () => {
    await cli('coupons create OKRO --percent 5 --starts 2026-12-01 --minimum 200');
    const period = '2026-12-01 00:00 to no end';
    const shown = `OKRO  5% off, from ₦200, scheduled: ${period}, used 0 of any number, ₦0 off 0 paid orders`;
    expect(await cli('coupons list --search okr --status scheduled')).toEqual(done(shown));
    expect(await cli('coupons list --search okr --status ended')).toEqual(done('No coupons.'));
    expect(await cli('coupons show okro')).toEqual(done(`${shown}\nNo orders.`));
    expect(await cli('coupons change OKRO --ends 2026-11-01')).toEqual(
      refused('Coupon OKRO: The end of a coupon must be after its start. To stop it, end it now.'),
    );
    expect(await cli('coupons change OKRO --ends 2026-12-31 --max-uses 4')).toEqual(done('Coupon OKRO is changed'));
    expect(await findCoupon('OKRO')).toMatchObject({ ends_at: new Date('2026-12-31'), max_uses: 4 });
    expect(await cli('coupons change OKRO --no-end --no-limit')).toEqual(done('Coupon OKRO is changed'));
    expect(await findCoupon('OKRO')).toMatchObject({ ends_at: null, max_uses: null });
    expect(await cli('coupons end OKRO --dry-run')).toEqual(dry('Coupon OKRO has ended'));
    expect(await cli('coupons end OKRO')).toEqual(done('Coupon OKRO has ended'));
    expect((await cli('coupons list --search OKRO')).out).toContain('ended');
    for (const command of ['show', 'end']) expect((await cli(`coupons ${command} NONE`)).code, command).toBe(1);
  });

  it('can be a fixed amount, valid from now on without an end', async () => {
    expect(await cli('coupons create FIVE --fixed 500.50')).toEqual(done('Coupon FIVE: ₦500.50 off'));
    expect(await findCoupon('FIVE')).toMatchObject({
      percent: null,
      fixed_kobo: 50_050,
      ends_at: null,
      max_uses: null,
    });
  });
});

describe('products', () => {
  it('can get more or less stock, never below zero', { tags: ['@SETTING-14'] }, async () => {
    const drum = await addProduct(shop.db, { title: 'Drum', stock: 10 });
    expect(await cli(`products stock ${drum} +5 --dry-run`)).toEqual(dry('Drum: 10 -> 15 in stock'));
    expect(await cli(`products stock ${drum} +5`)).toEqual(done('Drum: 10 -> 15 in stock'));
    expect(await cli(`products stock ${drum} --dry-run -3`)).toEqual(dry('Drum: 15 -> 12 in stock'));
    expect(await cli(`products stock --dry-run ${drum} -3`)).toEqual(dry('Drum: 15 -> 12 in stock'));
    expect(await cli(`products stock ${drum} -3 --dry-run`)).toEqual(dry('Drum: 15 -> 12 in stock'));
    expect(await cli(`products stock ${drum} -3`)).toEqual(done('Drum: 15 -> 12 in stock'));
    expect(await cli(`products stock ${drum} -13`)).toEqual(
      refused(`Product ${drum}: There are fewer pieces in stock than you want to take out.`),
    );
    expect(await cli(`products stock ${drum} 7`)).toEqual(done('Drum: 12 -> 7 in stock'));
    expect(await cli(`products stock ${drum} -- -2`)).toEqual(done('Drum: 7 -> 5 in stock'));
    expect(await stockOf(shop.db, drum)).toBe(5);
    expect(await cli('products stock 999999 7')).toEqual(refused('Product 999999: Not found.'));
  });

  it('can get a new price and discount', { tags: ['@SETTING-14'] }, async () => {
    const drum = await addProduct(shop.db, { title: 'Drum', price_kobo: 1_000_000 });
    const readPrice = async () =>
      shop.db.selectFrom('product').select('sale_kobo').where('id', '=', drum).executeTakeFirstOrThrow();
    expect(await cli(`products price ${drum} 12,000 --dry-run`)).toEqual(dry('Drum: ₦10,000 -> ₦12,000'));
    expect(await readPrice()).toEqual({ sale_kobo: 1_000_000 });
    expect(await cli(`products price ${drum} 12000 --discount 10`)).toEqual(done('Drum: ₦10,000 -> ₦12,000 less 10%'));
    expect(await readPrice()).toEqual({ sale_kobo: 1_080_000 });
    expect(await cli('products price 999999 5')).toEqual(refused('Product 999999: Not found.'));
  });
});

describe('merchants', () => {
  const create = [
    'merchants',
    'create',
    'oja-oba',
    '--name',
    'Ọjà Ọba',
    '--place',
    'Ibadan, Nigeria',
    '--country',
    'ng',
  ];

  it('are created once, only in a known country', async () => {
    expect(await cli([...create, '--dry-run'])).toEqual(dry('Merchant Ọjà Ọba'));
    expect(await cli([...create, '--email', 'oja@mail.test'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Merchant \d+: Ọjà Ọba\n$/),
    });
    expect(
      await shop.db.selectFrom('merchant').selectAll().where('slug', '=', 'oja-oba').executeTakeFirst(),
    ).toMatchObject({ place: 'Ibadan, Nigeria', country: 'NG', email: 'oja@mail.test', cover_key: null });
    for (const repeated of [create, [...create, '--dry-run']])
      expect(await cli(repeated)).toEqual(
        refused('Merchant oja-oba: There is a merchant with this name in URLs already.'),
      );
    expect(await cli([...create, '--country', 'ZZ'])).toEqual(
      refused('Merchant oja-oba: The country code is not known.'),
    );
  });

  it('can have a cover picture, which is re-encoded', async () => {
    const picture = join(folder, 'front.jpg');
    const create = (slug: string, cover: string, more: string[] = []) =>
      cli([
        'merchants',
        'create',
        slug,
        '--name',
        'Oja',
        '--place',
        'Ibadan',
        '--country',
        'NG',
        '--cover',
        cover,
        ...more,
      ]);
    expect(await create('covered', picture)).toEqual(refused('The picture front.jpg does not exist.'));
    await writeFile(picture, 'no picture');
    expect(await create('covered', picture)).toEqual(
      refused('The picture front.jpg is not a JPEG, PNG, WebP, GIF or AVIF file.'),
    );
    await copyFile(new URL('../../catalog/pictures/stores/cover-01.webp', import.meta.url), picture);
    expect(await create('covered', picture, ['--dry-run'])).toEqual(dry('Merchant Oja'));
    expect(await create('covered', picture)).toMatchObject({ code: 0 });
    expect(await create('bare', picture.replace('front.jpg', 'none.jpg'))).toMatchObject({ code: 1 });
    const readCoverUrl = async (slug: string) => {
      const { id } = await shop.db
        .selectFrom('merchant')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
      return (await shop.app.inject({ url: `/backend/merchants/${id}` })).json().cover_url;
    };
    const response = await shop.app.inject({ url: await readCoverUrl('covered') });
    expect(response.headers['content-type']).toBe('image/webp');
    expect(await readCoverUrl('oja-oba')).toBeNull();
  });

  it('can get a new token, which revokes the previous one, and an email address', {
    tags: ['@MERCHANT-8'],
  }, async () => {
    const { merchantId: merchant, headers } = await createStore(shop);
    const statusWith = async (authorization: string) =>
      (await shop.app.inject({ url: '/backend/merchant/messages/', headers: { authorization } })).statusCode;
    expect(await cli(`merchants token ${merchant} --dry-run`)).toEqual(dry('A token for Balogun Textiles'));
    expect(await statusWith(headers.authorization)).toBe(200);
    const { out } = await cli(`merchants token ${merchant}`);
    expect(await statusWith(`Token ${out.trim()}`)).toBe(200);
    expect(await statusWith(headers.authorization)).toBe(401);
    expect(await cli('merchants token 999999')).toEqual(refused('Merchant 999999: Not found.'));
    expect(await cli(`merchants email ${merchant} b@mail.test`)).toEqual(done('Balogun Textiles: b@mail.test'));
    expect(await cli(`merchants email ${merchant} none`)).toEqual(done('Balogun Textiles: no email'));
    expect(await cli('merchants email 999999 none')).toEqual(refused('Merchant 999999: Not found.'));
  });

  it('have several tokens, which are listed and revoked by their names', { tags: ['@MERCHANT-11'] }, async () => {
    const { merchantId: merchant } = await createStore(shop);
    await cli(`merchants token ${merchant} --name stock --scope read`);
    expect((await cli(`merchants tokens ${merchant}`)).out).toMatch(
      /^default: write, created \S+, never used\nstock: read, created \S+, never used\n$/,
    );
    expect(await cli(`merchants revoke-token ${merchant} default`)).toEqual(done('Revoked: default'));
    expect(await cli(`merchants revoke-token ${merchant} default`)).toEqual(
      refused(`Token "default" of merchant ${merchant}: Not found.`),
    );
    expect((await cli(`merchants tokens ${merchant}`)).out).toMatch(/^stock: read/);
  });
});

describe('operators', () => {
  it('have tokens of their own', { tags: ['@MERCHANT-12'] }, async () => {
    expect(await cli('operators tokens')).toEqual(done('No tokens.'));
    expect(await cli('operators token finance --dry-run')).toEqual(dry('A token for finance'));
    expect((await cli('operators token finance')).out).toMatch(/^[\w-]{43}\n$/);
    expect((await cli('operators tokens')).out).toMatch(/^finance: write/);
    expect(await cli('operators revoke-token finance')).toEqual(done('Revoked: finance'));
    expect(await cli('operators revoke-token finance')).toEqual(refused('Token "finance": Not found.'));
  });
});

describe('messages', () => {
  it('are listed, replied to, and sent to the buyers of orders', {
    tags: ['@MERCHANT-9', '@MERCHANT-10'],
  }, async () => {
    const [store, shopper] = [await createStore(shop), await createShopper(shop)];
    const { merchantId: merchant, productId: product } = store;
    expect(await cli(`messages list ${merchant}`)).toEqual(done('Balogun Textiles has no messages.'));
    const message = await shopper.sendQuestion(product, 'Which size?', 'Is it\ncut loose?');
    const { out } = await cli(`messages list ${merchant}`);
    expect(out).toContain(`* ${message}`);
    expect(out).toContain('Which size? (about Indigo adire kaftan)');
    expect(out).toContain('Ngozi Eze: Is it cut loose?');

    const reply = ['messages', 'reply', String(merchant), message, '--text', 'Take the L.'];
    expect(await cli([...reply, '--dry-run'])).toEqual(dry('Reply to Ngozi Eze'));
    expect(await shopper.countUnread()).toBe(0);
    expect(await cli(reply)).toEqual(done('Reply to Ngozi Eze'));
    expect(await shopper.countUnread()).toBe(1);
    const other = await createStore(shop);
    expect(await cli(['messages', 'reply', String(other.merchantId), message, '--text', 'A'])).toEqual(
      refused(`Merchant ${other.merchantId} has no message ${message}.`),
    );

    const buyer = await createBuyer(shop, [[product, 1]]);
    const { id, reference } = await buyer.placeOrder();
    const write = ['messages', 'send', String(merchant), id, '--subject', 'Your kaftan', '--text', 'Which size?'];
    const unpaid = refused(`There is no paid order ${id} with products of merchant ${merchant}.`);
    for (const line of [write, [...write, '--dry-run']]) expect(await cli(line)).toEqual(unpaid);
    await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    expect(await cli([...write, '--dry-run'])).toEqual(dry(`A message about order ${id}`));
    expect((await cli(write)).out).toMatch(/^Message [0-9a-f-]{36}\n$/);
    expect((await buyer.call('GET', '/user/messages')).json().count).toBe(1);
    expect(await cli('messages list 999999')).toEqual(refused('Merchant 999999: Not found.'));
  });
});

describe('categories', () => {
  it('are imported from a file, once', async () => {
    const file = join(folder, 'categories.csv');
    const line = `categories import ${file}`;
    expect(await cli(line)).toEqual(refused(`${file} can't be read (ENOENT).`));
    await writeFile(file, 'category,sub_category,sub_item\nToys,Games,Ayo\nToys,Games,Ludo\n');
    const summary = '1 categories, 1 sub-categories, 2 sub-items added; 0 sub-items renamed, 0 unchanged';
    expect(await cli(`${line} --dry-run`)).toEqual(dry(summary));
    expect(await cli(line)).toEqual(done(summary));
    expect(await cli(line)).toEqual(
      done('0 categories, 0 sub-categories, 0 sub-items added; 0 sub-items renamed, 2 unchanged'),
    );
  });
});

describe('product files', () => {
  it('are exported and imported, with the outcome of each product', async () => {
    const { subItemId } = await addSubItem(shop.db);
    const merchant_id = await addMerchant(shop.db, { slug: 'weavers' });
    const mat = await addProduct(shop.db, { merchant_id, slug: 'mat', title: 'Raffia mat', stock: 5 });
    const [out, file] = [join(folder, 'out.csv'), join(folder, 'in.json')];
    expect(await cli(`products export ${out} --merchant weavers --dry-run`)).toEqual(dry(`1 products -> ${out}`));
    await expect(readFile(out)).rejects.toThrow('ENOENT');
    expect(await cli(`products export ${out} --merchant weavers`)).toEqual(done(`1 products -> ${out}`));
    expect(await cli(`products import ${out}`)).toEqual(done('Products: 0 added, 0 changed, 1 unchanged'));
    await cli(`products stock ${mat} 2`);
    expect(await cli(`products import ${out}`)).toEqual(done('Products: 0 added, 0 changed, 1 unchanged'));
    expect(await cli(`products import ${out} --set-stock`)).toEqual(
      done(`Products: 0 added, 1 changed, 0 unchanged; see ${out}.report.csv`),
    );
    expect(await stockOf(shop.db, mat)).toBe(5);
    await writeFile(
      file,
      [
        { handle: 'basket', price: 9 },
        { handle: 'hat', price: 'high' },
      ]
        .map((row) => JSON.stringify({ title: row.handle, category: `s${subItemId}`, ...row }))
        .join('\n'),
    );
    const line = `products import ${file} --merchant weavers --weight 300 --stock 2`;
    const summary = `Products: 1 added, 0 changed, 0 unchanged; 1 refused; see ${file}.report.csv`;
    expect(await cli(`${line} --dry-run`)).toEqual(dry(summary));
    expect(await cli(line)).toEqual(done(summary));
    expect(await readFile(`${file}.report.csv`, 'utf8')).toBe(
      'line,handle,reason\n2,hat,"The price ""high"" is not an amount such as 12450.50."\n',
    );
    expect(await cli(`products import ${file} --merchant nobody`)).toEqual(refused('There is no merchant "nobody".'));
    await writeFile(file, `handle,title,category,price\n"open`);
    expect(await cli(`products import ${file} --merchant weavers`)).toEqual(
      refused(
        `The file could not be read to its end. Products: 0 added, 0 changed, 0 unchanged; 1 refused; see ${file}.report.csv`,
      ),
    );
  });
});

describe('webhooks', () => {
  it('are listed with their log, and sent again', { tags: ['@WEBHOOK-10', '@SETTING-13'] }, async () => {
    expect(await cli('webhooks list')).toEqual(done('There are no webhook endpoints.'));
    const store = await createStore(shop);
    const receiver = await openReceiver();
    const { id } = await webhookCalls(shop, store).add(receiver.url, ['order.paid']);
    const endpoint = `${id}  merchant ${store.merchantId}: enabled\n    ${receiver.url}\n    order.paid`;
    expect(await cli(`webhooks list ${store.merchantId}`)).toEqual(done(endpoint));
    expect(await cli(`webhooks deliveries ${id}`)).toEqual(done('There are no deliveries.'));
    const delivery = await webhookCalls(shop, store).test(id);
    expect(await shop.jobs.runDue()).toEqual([]);
    const { out } = await cli(`webhooks deliveries ${id} --status delivered`);
    expect(out).toMatch(/webhook\.test: delivered\n {4}\d{4}-\d\d-\d\d \d\d:\d\d: 204, \d+ ms\n$/);
    const again = 'Webhooks that are sent again: ';
    expect(await cli(`webhooks replay ${id} --delivery ${delivery.id} --dry-run`)).toEqual(dry(`${again}1`));
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(receiver.received).toHaveLength(1);
    expect(await cli(`webhooks replay ${id} --delivery ${delivery.id}`)).toEqual(done(`${again}1`));
    expect(await cli(`webhooks replay ${id} --since 2026-01-01`)).toEqual(done(`${again}0`));
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(receiver.received.map((webhook) => webhook.id)).toEqual([delivery.webhook_id, delivery.webhook_id]);
    await receiver.close();
  });

  it('of unknown endpoints and deliveries are refused', async () => {
    const id = '5f4d5a0a-53a1-4a0c-8a63-5b9f2f3c8e21';
    expect(await cli(`webhooks deliveries ${id}`)).toEqual(refused(`There is no webhook endpoint ${id}.`));
    expect(await cli(`webhooks replay ${id} --since 2026-01-01`)).toEqual(refused(`Endpoint ${id}: Not found.`));
    expect(await cli(`webhooks replay ${id}`)).toEqual(refused('Name --delivery or --since.'));
    expect(await cli('webhooks deliveries 7')).toMatchObject({
      code: 2,
      error: expect.stringContaining('Write an id, such as'),
    });
  });
});

describe('backup and restore', () => {
  it('write and check one file, and refuse to restore it while the shop is running', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sokuwa-cli-'));
    const file = join(folder, 'shop.tar.zst');
    const { out } = await cli(`backup ${file} --dry-run`);
    const [, rows = ''] = /^Dry run, nothing was changed\. ([\d,]+) rows and \d+ pictures -> /.exec(out) ?? [];
    expect(rows).not.toBe('');
    expect(await cli(`backup ${file} --without-pictures`)).toEqual(done(`${rows} rows and 0 pictures -> ${file}`));
    expect(await cli(`backup ${file}`)).toEqual(refused(`The file ${file} already exists.`));
    expect(await cli(`restore ${file} --replace --dry-run`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(`${rows} rows and 0 pictures from \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\n$`),
      ),
    });
    expect(await cli(`restore ${file} --dry-run`)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/not empty/),
    });
    const connection = await shop.pool.connect();
    expect(await cli(`restore ${file} --replace`)).toEqual(
      refused('The shop is running, or another program uses its database: stop it first.'),
    );
    connection.release();
    await rm(folder, { recursive: true });
  });
});

describe('the command line', () => {
  const commands = leafCommands(
    buildProgram(
      {
        withShop: () => Promise.reject(new Error('no shop')),
        examine: () => Promise.reject(new Error('no shop')),
        print: () => undefined,
      },
      { out: () => undefined, error: () => undefined },
    ),
  );

  it.each(['', '--help'])('"%s" lists all commands', async (line) => {
    const { code, out, error } = await cli(line);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('doctor');
    for (const command of commands) expect(out).toContain(`  ${commandPath(command)} `);
  });

  it('lists the commands of a topic', async () => {
    const { code, out, error } = await cli('orders --help');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    for (const name of ['orders ship <order-id>', 'orders deliver', 'orders cancel']) expect(out).toContain(name);
    expect(out).not.toContain('coupons');
  });

  it.each(commands.map((command) => [commandPath(command), command] as const))(
    '%s --help lists its options',
    async (path, command) => {
      const { code, out } = await cli(`${path} --help`);
      expect(code).toBe(0);
      const options = [path === 'doctor' ? '--json' : '--dry-run', ...command.options.map(({ long }) => long)];
      for (const option of options) expect(out).toContain(`${option} `);
    },
  );

  it.each([
    ['orders', /^Usage: npm run cli -- orders/],
    ['paint', /^error: unknown command 'paint'/],
    ['doctor --force', /^error: unknown option '--force'/],
    ['doctor who', /^error: too many arguments for 'doctor'/],
    ['orders paint X', /^error: unknown command 'paint'/],
    ['orders ship --tracking T', /^error: missing required argument 'order-id'/],
    ['orders ship 7F3KQ2M9XW4T', /^error: required option '--tracking <number>' not specified/],
    ['fulfilments ship 12-1 --carrier dhl --tracking T', /Write a fulfilment id, such as 7F3KQ2M9XW4T-1/],
    ['wallet credit ada@mail.test 50 --key ü --reason R', /1 to 100 visible ASCII characters/],
    ['fulfilments ship 7F3KQ2M9XW4T-1 --carrier owl --tracking T', /Allowed choices are dhl/],
    ['fulfilments ship 7F3KQ2M9XW4T-1 --carrier dhl --tracking T --pieces 0', /lines and quantities, such as 0:2,3:1/],
    ['fulfilments cancel 7F3KQ2M9XW4T-1 --pieces 0:1 --reason R', /how many are left, such as 0:2:3,3:1:1/],
    ['orders ship 12 --tracking T', /Write an order id, such as 7F3KQ2M9XW4T/],
    [
      'orders cancel 7F3KQ2M9XW4T now --reason R',
      /^error: too many arguments for 'cancel'. Expected 1 argument but got 2/,
    ],
    ['orders cancel 7F3KQ2M9XW4T --reason R --force', /^error: unknown option '--force'/],
    ['orders ship 7F3KQ2M9XW4T --tracking', /^error: option '--tracking <number>' argument missing/],
    // An option as the value of another one: a dry run would write.
    ['orders ship 7F3KQ2M9XW4T --tracking --dry-run', /^error: option '--tracking <number>' argument missing/],
    ['merchants create oja --name --dry-run --place Lagos --country NG', /^error: option '--name <name>' argument/],
    ['merchants create oja --name Oja --place Lagos --country NG --cover --dry-run', /^error: option '--cover <file>'/],
    ['messages send 1 7F3KQ2M9XW4T --subject --dry-run --text B', /^error: option '--subject <text>' argument missing/],
    ['messages reply 1 2 --text --dry-run', /^error: option '--text <text>' argument missing/],
    ['products import x.csv --report --dry-run', /^error: option '--report <file>' argument missing/],
    ['payments accept 7F3KQ2M9XW4T --reason R', /Write the reference of a payment, such as 7F3KQ2M9XW4T-1/],
    ['payments refund 7F3KQ2M9XW4T-1 --by post --reason R', /--by .*Allowed choices are provider, wallet, hand/],
    ['coupons create X --percent 5', /A code is 2 to 32/],
    ['coupons create SALE', /^error: give either --percent or --fixed/],
    ['coupons create SALE --percent 5 --fixed 5', /^error: give either/],
    ['orders list --search Ada --order 000000000000', /^error: give one of --search/],
    ['orders list --search A', /Write at least two letters/],
    ['jobs retry 7', /<job-id>|job-id/],
    ['coupons change SALE', /^error: give --ends/],
    ['coupons create SALE --percent 101', /--percent .*It must be a whole number from 1 to 100/],
    ['coupons create SALE --fixed 0', /--fixed .*It must be more than 0/],
    ['coupons create SALE --fixed lots', /--fixed .*It must be an amount in naira/],
    ['coupons create SALE --percent 5 --ends tomorrow', /--ends .*It must be a day/],
    ['coupons create SALE --percent 5 --starts 2026-12-24 --ends 2026-12-01', /^error: --ends must be after/],
    ['coupons create SALE --percent 5 --max-uses 0', /--max-uses .*It must be/],
    ['products stock 5', /^error: missing required argument 'pieces'/],
    ['products stock yam 5', /argument 'product-id'. It must be a whole number/],
    ['products stock -3 12', /value '-3' is invalid for argument 'product-id'/],
    ['products stock -- -3 12', /value '-3' is invalid for argument 'product-id'/],
    ['products stock 5 many', /argument 'pieces'. It must be/],
    ['products stock 5 -many', /^error: unknown option '-many'/],
    ['products price 5 0', /argument 'naira'. A price is more than ₦0/],
    ['products price 5 -1', /argument 'naira'. It must be an amount/],
    ['products price 5 10 --discount 100', /--discount .*It must be/],
    ['merchants create Oja --name Oja --place Lagos --country NG', /A slug is lowercase letters/],
    ['merchants create oja --place Lagos --country NG', /^error: required option '--name <name>' not specified/],
    ['merchants create oja --name Oja --place Lagos --country Nigeria', /--country .*Write 2 characters/],
    ['merchants create oja --name Oja --place Lagos --country NG --email oja', /--email .*It must be an email address/],
    ['merchants token x', /argument 'merchant-id'. It must be/],
    ['merchants email 1 oja', /It must be an email address/],
    ['messages send 1 12 --subject A --text B', /Write an order id/],
    ['messages send 1 7F3KQ2M9XW4T --text B', /^error: required option '--subject <text>' not specified/],
    ['messages reply 1 2', /^error: required option '--text <text>' not specified/],
    ['products import', /^error: missing required argument 'file'/],
    ['products import x.csv --weight heavy', /--weight .*It must be/],
    ['products import x.csv --stock -1', /--stock .*It must be/],
    // A negative number is not parsed as an option.
    ['products stock -3 12', /'-3' is invalid for argument 'product-id'/],
    ['products stock --dry-run -3 12', /'-3' is invalid for argument 'product-id'/],
    ['products price -3 12', /'-3' is invalid for argument 'product-id'/],
    ['products stock 12 -x', /unknown option '-x'/],
    ['backup', /^error: missing required argument 'file or folder'/],
    ['backup a --replace', /^error: unknown option '--replace'/],
    ['restore a b', /^error: too many arguments for 'restore'. Expected 1 argument but got 2/],
    ['products export x.txt', /^error: --format is required for x.txt. Choices are json, csv, shopify/],
    ['products export x.csv --format xml', /'xml' is invalid. Allowed choices are json, csv, shopify/],
    ['products export x.csv --format shopify', /^error: --merchant is required, since shopify files/],
  ])('rejects "%s" before it opens the shop', async (line, message) => {
    const openCount = cli.openCount;
    const { code, out, error } = await cli(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(message);
    expect(error).toContain('Usage: npm run cli --');
    expect(cli.openCount).toBe(openCount);
  });
});
