import { kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suspendMerchant, unsuspendMerchant } from '../catalog/merchant.service.ts';
import type { MerchantId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { FilePayouts } from '../ports/payouts/file.payouts.ts';
import { type Payouts, PayoutsUnavailable } from '../ports/payouts/payouts.port.ts';
import { SANDBOX_ACCOUNTS, SandboxPayouts } from '../ports/payouts/sandbox.payouts.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { createFinance, createPayee, makePayable } from '../testing/payouts.ts';
import { expectRefusal } from '../testing/responses.ts';
import { merchantBalances } from '../testing/sales.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { payouts } from './index.ts';
import { checkPayoutBooks } from './payout-books.service.ts';
import { sendPayoutsJob } from './payouts.job-kinds.ts';
import { payoutCommands } from './payouts.operator.ts';
import { approveBatch, draftBatch, draftWeeklyBatch, settleTransfers } from './payouts.service.ts';
import { countPayouts } from './payouts.sql.ts';
import { checkTransfer, sendPayouts } from './send-payouts.service.ts';

const REASON = { reason: 'a test' };

const MINUTE_MS = 60_000;
const NAIRA = 100;
const FEE = 1000;
const act = { dryRun: false, act: { actor: 'finance' } };

let shop: TestShop;
let finance: Awaited<ReturnType<typeof createFinance>>;
beforeAll(async () => {
  shop = await openTestShop({ PAYOUT_MINIMUM_KOBO: '100000' });
  finance = await createFinance(shop);
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(await checkPayoutBooks(shop.db)).toEqual({ differences: [], overpaid: [], debts: [] });
  // The next test starts with its own merchants only.
  await sql`update payout set status = 'cancelled' where status = 'draft'`.execute(shop.db);
  await sql`update payout_batch set status = 'cancelled' where status = 'draft'`.execute(shop.db);
});

type Payee = Awaited<ReturnType<typeof createPayee>>;
let payee: Payee;
beforeEach(async () => {
  await spendEverything();
  payee = await createPayee(shop);
  await makePayable(shop.db, payee.merchantId, 5000 * NAIRA);
});

/** Takes away what merchants of earlier tests can be paid. */
const spendEverything = async () => {
  const { rows } = await sql<{ merchant_id: MerchantId; amount: number }>`
    select merchant_id, -sum(amount_kobo)::bigint as amount from ledger_entry where account = 'payable'
    group by 1 having sum(amount_kobo) <> 0`.execute(shop.db);
  for (const { merchant_id, amount } of rows) await makePayable(shop.db, merchant_id, -amount);
};

const balances = ({ merchantId }: Payee) => merchantBalances(shop.db, merchantId);
const draft = async (): Promise<number> => {
  const batch = await draftBatch(shop, act);
  if ('refused' in batch) throw new Error(batch.refused);
  return batch.id;
};
const approve = (id: number) => approveBatch(shop, id, act);
const draftAndApprove = async () => {
  const id = await draft();
  expect(await approve(id)).toMatchObject({ approved: 1 });
  return id;
};
const send = (payouts: Payouts = shop.payouts, laterMinutes = 0) =>
  sendPayouts({ ...shop, payouts }, new Date(Date.now() + laterMinutes * MINUTE_MS));
const readPayouts = async (batchId: number) => (await finance('GET', `payout-batches/${batchId}/`)).json().results;
const statusOf = async (batchId: number) => (await finance('GET', `payout-batches/${batchId}/`)).json().status;

describe('a batch of payouts', () => {
  it('is drafted, approved and sent, and the books follow', {
    tags: ['@PAYOUT-9', '@PAYOUT-10', '@PAYOUT-19', '@PAYOUT-20'],
  }, async () => {
    const drafted = await finance('POST', 'payout-batches/', { reason: 'a test' });
    expect(drafted.json()).toMatchObject({ status: 'draft', payouts: 1, amount: 5000, approved_at: null });
    const { id } = drafted.json();
    expect(await balances(payee)).toEqual({ payable: -5000 * NAIRA });
    expect((await finance('POST', `payout-batches/${id}/approve/`, REASON)).json()).toMatchObject({
      status: 'approved',
    });
    expect(await balances(payee)).toEqual({ payouts: -5000 * NAIRA });
    expect((await payee.call('GET', 'balance/')).json()).toEqual({ pending: 0, payable: 0, on_the_way: 5000 });
    expect(await shop.jobs.runDue()).toEqual([]);
    const after = (await finance('GET', `payout-batches/${id}/`)).json();
    expect(after).toMatchObject({
      status: 'done',
      results: [
        { status: 'paid', amount: 5000, fee: FEE / 100, merchant_id: payee.merchantId, account_last_digits: '0000' },
      ],
    });
    expect(await balances(payee)).toEqual({});
    const { rows } = await sql<{ account: string; kobo: number }>`
      select e.account, sum(e.amount_kobo)::bigint as kobo from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where t.cause = ${`payout ${after.results[0].id} paid`} group by 1 order by 1`.execute(shop.db);
    expect(rows).toEqual([
      { account: 'clearing', kobo: -5000 * NAIRA - FEE },
      { account: 'fees', kobo: FEE },
      { account: 'payouts', kobo: 5000 * NAIRA },
    ]);
    const audit = await shop.db
      .selectFrom('audit_entry')
      .select(['action', 'reason'])
      .where('subject', '=', `payout batch ${id}`)
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { action: 'payouts draft', reason: 'a test' },
      { action: 'payouts approve', reason: 'a test' },
    ]);
  });

  it('leaves out merchants, and says why', { tags: ['@PAYOUT-9'] }, async () => {
    const withoutAccount = await createPayee(shop, null);
    await makePayable(shop.db, withoutAccount.merchantId, 9000 * NAIRA);
    const small = await createPayee(shop);
    await makePayable(shop.db, small.merchantId, 999 * NAIRA);
    const waiting = async () =>
      (await finance('GET', 'payout-batches/'))
        .json()
        .waiting.map((row: { merchant_id: number; reason: string }) => [row.merchant_id, row.reason]);
    expect(await waiting()).toEqual([
      [withoutAccount.merchantId, 'no_bank_account'],
      [payee.merchantId, 'ready'],
      [small.merchantId, 'below_minimum'],
    ]);
    const id = await draft();
    expect((await readPayouts(id)).map((row: { merchant_id: number }) => row.merchant_id)).toEqual([payee.merchantId]);
    expect((await waiting())[1]).toEqual([payee.merchantId, 'in_draft']);
    expectRefusal(await finance('POST', 'payout-batches/', REASON), 'nothing_to_pay');
  });

  it('leaves out suspended merchants, also those that are suspended after the draft', {
    tags: ['@PAYOUT-22'],
  }, async () => {
    const suspended = await createPayee(shop);
    await makePayable(shop.db, suspended.merchantId, 9000 * NAIRA);
    const id = await draft();
    await suspendMerchant(shop.db, suspended.merchantId, LIVE_ACT);
    expect(await approve(id)).toMatchObject({ approved: 1, cancelled: 1 });
    const { waiting } = (await finance('GET', 'payout-batches/')).json();
    expect(waiting).toMatchObject([{ merchant_id: suspended.merchantId, reason: 'suspended' }]);
    expectRefusal(await finance('POST', 'payout-batches/', REASON), 'nothing_to_pay');
  });

  it('waits with what is approved until a suspension ends', { tags: ['@PAYOUT-22'] }, async () => {
    const suspended = await createPayee(shop);
    await makePayable(shop.db, suspended.merchantId, 9000 * NAIRA);
    const id = await draft();
    await approve(id);
    await suspendMerchant(shop.db, suspended.merchantId, LIVE_ACT);
    await send();
    const statuses = async () => (await readPayouts(id)).map(({ status }: { status: string }) => status);
    expect(await statuses()).toEqual(['paid', 'approved']);
    expect(await balances(suspended)).toEqual({ payouts: -9000 * NAIRA });
    await unsuspendMerchant(shop.db, suspended.merchantId, LIVE_ACT);
    await send();
    expect(await statuses()).toEqual(['paid', 'paid']);
    expect(await statusOf(id)).toBe('done');
  });

  it('pays less, or nothing, if less can be paid when it is approved', { tags: ['@PAYOUT-10'] }, async () => {
    const other = await createPayee(shop);
    await makePayable(shop.db, other.merchantId, 2000 * NAIRA);
    const id = await draft();
    await makePayable(shop.db, payee.merchantId, -1000 * NAIRA);
    await makePayable(shop.db, other.merchantId, -1999 * NAIRA);
    expect(await approve(id)).toEqual({ approved: 1, cancelled: 1, amount: 4000 * NAIRA });
    expect(await readPayouts(id)).toMatchObject([
      { status: 'approved', amount: 4000 },
      { status: 'cancelled', reason: 'Less than the minimum can be paid now.' },
    ]);
    await send();
    expect(await statusOf(id)).toBe('done');
    expect(await balances(payee)).toEqual({});
    expect(await balances(other)).toEqual({ payable: -1 * NAIRA });
  });

  it('is cancelled, and the money is drafted again', { tags: ['@PAYOUT-12', '@PAYOUT-19'] }, async () => {
    const id = await draft();
    expect((await finance('POST', `payout-batches/${id}/cancel/`, REASON)).json()).toMatchObject({
      status: 'cancelled',
    });
    expectRefusal(await finance('POST', `payout-batches/${id}/approve/`, REASON), 'batch_not_draft');
    expectRefusal(await finance('POST', `payout-batches/${id}/cancel/`, REASON), 'batch_not_draft');
    expect(await balances(payee)).toEqual({ payable: -5000 * NAIRA });
    expect(await readPayouts(await draft())).toMatchObject([{ amount: 5000 }]);
  });

  it('is approved once, also by two operators at once', { tags: ['@PAYOUT-11'] }, async () => {
    const id = await draft();
    const lock = await shop.db.startTransaction().execute();
    await sql`select from payout_batch where id = ${id} for update`.execute(lock);
    const both = [
      finance('POST', `payout-batches/${id}/approve/`, REASON),
      finance('POST', `payout-batches/${id}/approve/`, REASON),
    ];
    await waitUntilBlocked(shop.db, 2);
    await lock.commit().execute();
    const responses = await Promise.all(both);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await balances(payee)).toEqual({ payouts: -5000 * NAIRA });
    await send();
  });

  it('pays the money of a merchant once, also if two are drafted at once', { tags: ['@PAYOUT-11'] }, async () => {
    const lock = await shop.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(hashtext('payable'))`.execute(lock);
    const both = [draftBatch(shop, act), draftBatch(shop, act)];
    await waitUntilBlocked(shop.db, 2);
    await lock.commit().execute();
    const drafted = (await Promise.all(both)).filter((batch) => 'id' in batch);
    expect(drafted).toHaveLength(1);
  });

  it('is drafted once on the weekday of the settings', { tags: ['@PAYOUT-9'] }, async () => {
    // A Monday, and the day after it.
    expect(await draftWeeklyBatch(shop, new Date('2027-01-05T06:00:00Z'))).toBeUndefined();
    const both = await Promise.all([1, 2].map(() => draftWeeklyBatch(shop, new Date('2027-01-04T06:00:00Z'))));
    expect(both.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await draftWeeklyBatch(shop, new Date('2027-01-04T06:00:00Z'))).toBeUndefined();
  });
});

describe('sending', () => {
  /** The sandbox, with some calls replaced. */
  const provider = (parts: Partial<Payouts>): Payouts => ({
    name: 'sandbox',
    issuer: 'sandbox',
    maxTransfers: shop.payouts.maxTransfers,
    resolveAccount: (account) => shop.payouts.resolveAccount(account),
    createRecipient: (account) => shop.payouts.createRecipient(account),
    send: (transfers) => shop.payouts.send(transfers),
    verify: (reference) => shop.payouts.verify(reference),
    ...parts,
  });
  const countTransfers = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::integer as count from sandbox_transfer where reference in (select id from payout where merchant_id = ${payee.merchantId})`.execute(
        shop.db,
      )
    ).rows[0]?.count;

  it.each([
    [SANDBOX_ACCOUNTS.failing, ['sending', 'failed'], 'The account is closed'],
    [SANDBOX_ACCOUNTS.slow, ['sending', 'paid'], null],
    [SANDBOX_ACCOUNTS.reversed, ['paid', 'reversed'], null],
    [SANDBOX_ACCOUNTS.silent, ['sending', 'paid'], null],
  ])('to account %s: %s', { tags: ['@PAYOUT-13', '@PAYOUT-14'] }, async (accountNumber, statuses, reason) => {
    const other = await createPayee(shop, accountNumber);
    await spendEverything();
    await makePayable(shop.db, other.merchantId, 3000 * NAIRA);
    const id = await draftAndApprove();
    await send();
    expect((await readPayouts(id))[0].status).toBe(statuses[0]);
    await send(shop.payouts, 25 * 60);
    expect((await readPayouts(id))[0]).toMatchObject({ status: statuses[1], reason });
    expect(await statusOf(id)).toBe('done');
    const isReturned = statuses[1] !== 'paid';
    expect(await balances(other)).toEqual(isReturned ? { payable: -3000 * NAIRA } : {});
    // The next payout is a new transfer.
    if (isReturned) expect((await readPayouts(await draft()))[0].id).not.toBe((await readPayouts(id))[0].id);
  });

  it('decides nothing while the outcome is unknown, and sends again only what the provider does not know', {
    tags: ['@PAYOUT-13'],
  }, async () => {
    const id = await draftAndApprove();
    const lost = provider({ send: () => Promise.reject(new PayoutsUnavailable('the request was lost')) });
    await send(lost);
    expect((await readPayouts(id))[0].status).toBe('sending');
    const unavailable = provider({ verify: () => Promise.reject(new PayoutsUnavailable('no response')) });
    await send(unavailable, 25);
    expect((await readPayouts(id))[0].status).toBe('sending');
    expect(await balances(payee)).toEqual({ payouts: -5000 * NAIRA });
    await send(shop.payouts, 50);
    expect((await readPayouts(id))[0].status).toBe('paid');
    expect(await countTransfers()).toBe(1);
  });

  it('waits while the balance at the provider is too low, and fails for a final refusal', {
    tags: ['@PAYOUT-13', '@PAYOUT-14'],
  }, async () => {
    const id = await draftAndApprove();
    const refuse = (kind: 'temporary' | 'final') =>
      provider({
        send: async (transfers) => transfers.map(({ reference }) => ({ reference, reason: `a ${kind} reason`, kind })),
      });
    await send(refuse('temporary'));
    expect((await readPayouts(id))[0]).toMatchObject({ status: 'sending', reason: 'a temporary reason' });
    await send(refuse('final'), 61);
    expect((await readPayouts(id))[0]).toMatchObject({ status: 'failed', reason: 'a final reason' });
    expect(await balances(payee)).toEqual({ payable: -5000 * NAIRA });
  });

  describe('refused', { tags: ['@PAYOUT-13', '@PAYOUT-16'] }, () => {
    const refusing = (parts: Partial<Payouts> = {}) =>
      provider({
        send: async (transfers) =>
          transfers.map(({ reference }) => ({ reference, reason: 'This transfer exists', kind: 'final' })),
        ...parts,
      });

    it('has not failed if the provider has executed it before', async () => {
      const id = await draftAndApprove();
      await send(provider({ send: (transfers) => shop.payouts.send(transfers).then(() => []) }));
      // At first the provider does not know what it has executed.
      let calls = 0;
      await send(
        refusing({ verify: async (reference) => (calls++ === 0 ? 'unknown' : shop.payouts.verify(reference)) }),
        25,
      );
      expect((await readPayouts(id))[0].status).toBe('paid');
      expect(await countTransfers()).toBe(1);
    });

    it('is asked about later if the provider does not respond', async () => {
      const id = await draftAndApprove();
      await send(refusing({ verify: () => Promise.reject(new PayoutsUnavailable('no response')) }));
      expect((await readPayouts(id))[0].status).toBe('sending');
      await send(shop.payouts, 25);
      expect((await readPayouts(id))[0].status).toBe('paid');
    });

    it('stays paid if another job has sent it meanwhile', async () => {
      const id = await draftAndApprove();
      const overtaken = refusing({
        verify: async () => {
          await send(shop.payouts, 25);
          return 'unknown';
        },
      });
      await send(overtaken);
      expect((await readPayouts(id))[0].status).toBe('paid');
      expect(await balances(payee)).toEqual({});
    });

    it('is left to the job that has claimed it meanwhile', async () => {
      const id = await draftAndApprove();
      const silent = provider({ send: () => Promise.reject(new PayoutsUnavailable('no response')) });
      await send(
        refusing({
          verify: async () => {
            await send(silent, 25);
            return 'unknown';
          },
        }),
      );
      expect((await readPayouts(id))[0].status).toBe('sending');
      await send(shop.payouts, 60);
      expect((await readPayouts(id))[0].status).toBe('paid');
    });

    it('is not sent by a job that was overtaken before', async () => {
      const id = await draftAndApprove();
      const sent: number[] = [];
      const slow = provider({
        createRecipient: async (account) => {
          await send(shop.payouts, 25);
          return shop.payouts.createRecipient(account);
        },
        send: async (transfers) => {
          sent.push(transfers.length);
          return [];
        },
      });
      await send(slow);
      expect(sent).toEqual([]);
      expect((await readPayouts(id))[0].status).toBe('paid');
    });
  });

  it('fails alone if its account cannot be registered or read', { tags: ['@PAYOUT-26'] }, async () => {
    const closed = await createPayee(shop, SANDBOX_ACCOUNTS.closed);
    const unreadable = await createPayee(shop);
    for (const { merchantId } of [closed, unreadable]) await makePayable(shop.db, merchantId, 2000 * NAIRA);
    const id = await draft();
    await approve(id);
    await sql`
      update bank_account set details = (select details from bank_account where merchant_id = ${payee.merchantId})
      where merchant_id = ${unreadable.merchantId}`.execute(shop.db);
    await send();
    expect(await readPayouts(id)).toMatchObject([
      { status: 'paid' },
      { status: 'failed', reason: 'The account is closed' },
      { status: 'failed', reason: 'The bank account cannot be read. Enter it again.' },
    ]);
    for (const one of [closed, unreadable]) expect(await balances(one)).toEqual({ payable: -2000 * NAIRA });
  });

  it('registers an account again at another provider, in another mode, and after a refusal', {
    tags: ['@PAYOUT-27'],
  }, async () => {
    const registered: string[] = [];
    const at = (issuer: string, parts: Partial<Payouts> = {}) =>
      provider({
        issuer,
        createRecipient: async () => {
          registered.push(issuer);
          return { recipient: issuer };
        },
        ...parts,
      });
    const pay = async (payouts: Payouts) => {
      await makePayable(shop.db, payee.merchantId, 5000 * NAIRA);
      await draftAndApprove();
      await send(payouts);
    };
    await pay(at('paystack test'));
    await pay(at('paystack test'));
    await pay(at('paystack live'));
    expect(registered).toEqual(['paystack test', 'paystack live']);
    await pay(
      at('paystack live', {
        send: async (transfers) =>
          transfers.map(({ reference }) => ({ reference, reason: 'Recipient specified is invalid', kind: 'final' })),
      }),
    );
    await pay(at('paystack live'));
    expect(registered).toEqual(['paystack test', 'paystack live', 'paystack live']);
    expect(await balances(payee)).toEqual({});
  });

  it('is not sent if its merchant is suspended while it is prepared, and waits until the suspension ends', {
    tags: ['@PAYOUT-22'],
  }, async () => {
    const other = await createPayee(shop);
    await makePayable(shop.db, other.merchantId, 5000 * NAIRA);
    const id = await draft();
    await approve(id);
    const suspending = provider({
      createRecipient: async (account) => {
        await suspendMerchant(shop.db, payee.merchantId, LIVE_ACT);
        return shop.payouts.createRecipient(account);
      },
    });
    await send(suspending);
    const statuses = async () =>
      Object.fromEntries(
        (await readPayouts(id)).map((row: { merchant_id: number; status: string }) => [row.merchant_id, row.status]),
      );
    expect(await countTransfers()).toBe(0);
    expect(await statuses()).toEqual({ [payee.merchantId]: 'approved', [other.merchantId]: 'paid' });
    expect(await statusOf(id)).toBe('sending');
    await unsuspendMerchant(shop.db, payee.merchantId, LIVE_ACT);
    await send();
    expect(await statuses()).toEqual({ [payee.merchantId]: 'paid', [other.merchantId]: 'paid' });
    expect(await statusOf(id)).toBe('done');
  });

  it('is not repeated for a suspended merchant', { tags: ['@PAYOUT-22'] }, async () => {
    const id = await draftAndApprove();
    await send(provider({ send: () => Promise.reject(new PayoutsUnavailable('the request was lost')) }));
    await suspendMerchant(shop.db, payee.merchantId, LIVE_ACT);
    await send(shop.payouts, 25);
    expect((await readPayouts(id))[0].status).toBe('sending');
    expect(await countTransfers()).toBe(0);
    await unsuspendMerchant(shop.db, payee.merchantId, LIVE_ACT);
    await send(shop.payouts, 50);
    expect((await readPayouts(id))[0].status).toBe('paid');
  });

  it('waits for a person if the provider knew it, and does not know it any more', {
    tags: ['@PAYOUT-24'],
  }, async () => {
    const id = await draftAndApprove();
    const state = { status: 'pending' as const, fee: kobo(0), reason: null };
    await send(provider({ send: async ([one]) => [{ reference: one?.reference ?? '', ...state }] }));
    const sent: number[] = [];
    const forgetful = provider({
      send: async (transfers) => {
        sent.push(transfers.length);
        return [];
      },
    });
    await send(forgetful, 25);
    await send(forgetful, 50);
    expect(sent).toEqual([]);
    const [{ id: reference, status, reason }] = await readPayouts(id);
    expect([status, reason]).toEqual(['sending', 'The provider knew this transfer, and does not know it any more.']);
    expect(await countPayouts(shop.db)).toContainEqual({ status: 'lost', count: 1 });
    expect(payouts.metrics.flatMap(({ warnings }) => warnings.map((warning) => warning.status))).toContain('lost');
    expect((await payoutCommands(shop).list()).anomalies.map((row) => row.id)).toContain(reference);
    const { anomalies } = (await finance('GET', 'payout-batches/')).json();
    expect(anomalies).toContainEqual(
      expect.objectContaining({ id: reference, batch_id: id, provider: 'sandbox', status: 'sending', anomaly: 'lost' }),
    );
    expect((await finance('GET', `payout-batches/${id}/`)).json().results).toEqual([
      expect.objectContaining({ id: reference, provider: 'sandbox', anomaly: 'lost' }),
    ]);
    // It is found again.
    await send(provider({ verify: async () => ({ reference, ...state }) }), 75);
    expect((await payoutCommands(shop).list()).anomalies.map((row) => row.id)).not.toContain(reference);
    await send(provider({ verify: async () => ({ reference, ...state, status: 'success' }) }), 100);
    expect((await readPayouts(id))[0].status).toBe('paid');
  });

  it('is confirmed by an operator if it is lost or overdue', {
    tags: ['@PAYOUT-40'],
  }, async () => {
    const id = await draftAndApprove();
    const pending = { status: 'pending' as const, fee: kobo(0), reason: null };
    await send(provider({ send: async ([one]) => [{ reference: one?.reference ?? '', ...pending }] }));
    const [{ id: reference }] = await readPayouts(id);
    const confirm = (payload: object) => finance('POST', `payout-batches/${id}/confirm/`, { ...REASON, ...payload });
    const failed = [{ id: reference, reason: 'The bank has no transfer.' }];
    for (const payload of [{ paid: [reference] }, { failed }])
      expectRefusal(await confirm(payload), 'payout_not_confirmable');
    await shop.db
      .updateTable('payout')
      .set({ ask_at: new Date(Date.now() - 61 * MINUTE_MS) })
      .where('id', '=', reference)
      .execute();
    for (let repeats = 0; repeats < 2; repeats++)
      expect((await confirm({ failed })).json()).toMatchObject({
        status: 'done',
        results: [{ status: 'failed', reason: 'The bank has no transfer.' }],
      });
    expect(await balances(payee)).toEqual({ payable: -5000 * NAIRA });
    expectRefusal(await confirm({ paid: [reference] }), 'payout_failed');
    // The provider is asked at once, and has the last word.
    const success = { reference, status: 'success' as const, fee: kobo(0), reason: null };
    await send(provider({ verify: async (asked) => (asked === reference ? success : 'unknown') }));
    expect((await readPayouts(id))[0].status).toBe('paid');
    expect(await balances(payee)).toEqual({});
    await sql`update payout set late_at = late_at - interval '31 days' where id = ${reference}`.execute(shop.db);

    await makePayable(shop.db, payee.merchantId, 5000 * NAIRA);
    const other = await draftAndApprove();
    await send(provider({ send: async () => [] }));
    const [{ id: lost }] = await readPayouts(other);
    await shop.db
      .updateTable('payout')
      .set({ known_at: new Date(), lost_at: new Date() })
      .where('id', '=', lost)
      .execute();
    const confirmLost = (payload: object) =>
      finance('POST', `payout-batches/${other}/confirm/`, { ...REASON, ...payload });
    for (let repeats = 0; repeats < 2; repeats++)
      expect((await confirmLost({ paid: [lost] })).json()).toMatchObject({
        status: 'done',
        results: [{ status: 'paid' }],
      });
    expect(await balances(payee)).toEqual({});
    // It was a mistake.
    expect((await confirmLost({ failed: [{ id: lost, reason: 'It did not arrive.' }] })).json()).toMatchObject({
      results: [{ status: 'reversed' }],
    });
    expect(await balances(payee)).toEqual({ payable: -5000 * NAIRA });
  });

  it('waits for the provider that has it, if the settings name another one, and is shown after an hour', {
    tags: ['@PAYOUT-35'],
  }, async () => {
    const id = await draftAndApprove();
    await send(provider({ name: 'paystack', send: async () => [] }));
    const [{ id: reference }] = await readPayouts(id);
    const readRow = () =>
      shop.db.selectFrom('payout').select(['status', 'ask_at']).where('id', '=', reference).executeTakeFirstOrThrow();
    const findAnomaly = async () =>
      (await payoutCommands(shop).list()).anomalies.find((row) => row.id === reference)?.anomaly;
    const before = await readRow();
    expect(before).toMatchObject({ status: 'sending' });
    await send(shop.payouts, 25);
    await checkTransfer(shop, reference);
    expect(await readRow()).toEqual(before);
    expect(await findAnomaly()).toBeUndefined();
    const update = (values: { provider?: string; ask_at?: Date }) =>
      shop.db.updateTable('payout').set(values).where('id', '=', reference).execute();
    await update({ ask_at: new Date(Date.now() - 61 * MINUTE_MS) });
    expect(await findAnomaly()).toBe('overdue');
    expect(await countPayouts(shop.db)).toContainEqual({ status: 'overdue', count: 1 });
    expect(payouts.metrics.flatMap(({ warnings }) => warnings.map((warning) => warning.status))).toContain('overdue');
    // An operator confirms those of a file.
    await update({ provider: 'file' });
    expect(await findAnomaly()).toBeUndefined();
    await update({ provider: 'paystack' });
    const state = { reference, status: 'success' as const, fee: kobo(0), reason: null };
    await send(provider({ name: 'paystack', verify: async () => state }));
    expect(await readRow()).toMatchObject({ status: 'paid' });
    expect(await findAnomaly()).toBeUndefined();
  });

  it('is continued after a job was killed in the middle', { tags: ['@PAYOUT-16'] }, async () => {
    const others = await Promise.all(Array.from({ length: 11 }, () => createPayee(shop)));
    for (const { merchantId } of others) await makePayable(shop.db, merchantId, 2000 * NAIRA);
    const id = await draft();
    await approve(id);
    let calls = 0;
    const killed = provider({
      maxTransfers: 3,
      send: async (transfers) => {
        calls++;
        const outcomes = await shop.payouts.send(transfers);
        // The process ends after the provider has executed the transfers, before the shop has stored that.
        if (calls === 2) throw new Error('killed');
        return outcomes;
      },
    });
    await expect(send(killed)).rejects.toThrow('killed');
    await send(provider({ maxTransfers: 3 }));
    expect((await readPayouts(id)).filter((row: { status: string }) => row.status === 'sending')).toHaveLength(3);
    await send(shop.payouts, 25);
    expect(await statusOf(id)).toBe('done');
    for (const one of [payee, ...others]) expect(await balances(one)).toEqual({});
    expect(await countTransfers()).toBe(1);
  });

  it('is shared by two jobs: each payout is sent by one', { tags: ['@PAYOUT-16'] }, async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => createPayee(shop)));
    for (const { merchantId } of others) await makePayable(shop.db, merchantId, 2000 * NAIRA);
    const id = await draft();
    await approve(id);
    const sent: string[] = [];
    const counting = provider({
      maxTransfers: 2,
      send: (transfers) => {
        sent.push(...transfers.map(({ reference }) => reference));
        return shop.payouts.send(transfers);
      },
    });
    await Promise.all([send(counting), send(counting), send(counting)]);
    expect(sent).toHaveLength(10);
    expect(new Set(sent).size).toBe(10);
    expect(await statusOf(id)).toBe('done');
  });

  it('goes to the account with which the payout was approved', { tags: ['@PAYOUT-7', '@PAYOUT-15'] }, async () => {
    const id = await draftAndApprove();
    const sentTo: string[] = [];
    const changing = provider({
      send: async (transfers) => {
        sentTo.push(...transfers.map(({ account }) => account.accountNumber));
        await payee.setAccount('0000005555');
        return shop.payouts.send(transfers);
      },
    });
    await send(changing);
    expect(sentTo).toEqual(['0000000000']);
    // The change has not taken effect, so the next payout still goes to the old account.
    await makePayable(shop.db, payee.merchantId, 5000 * NAIRA);
    const next = await draftAndApprove();
    await send();
    expect((await readPayouts(next))[0]).toMatchObject({ account_last_digits: '0000', status: 'paid' });
    expect(await statusOf(id)).toBe('done');
  });

  it('records one outcome, although the provider reports two at once', {
    tags: ['@PAYOUT-12', '@PAYOUT-20'],
  }, async () => {
    const id = await draftAndApprove();
    await send(provider({ send: async () => [] }));
    const [{ id: reference }] = await readPayouts(id);
    const settle = (status: 'success' | 'failed') =>
      shop.db.transaction().execute((trx) => settleTransfers(trx, [{ reference, status, fee: kobo(0), reason: null }]));
    const lock = await shop.db.startTransaction().execute();
    await sql`select from payout where id = ${reference} for update`.execute(lock);
    const reports = [settle('success'), settle('failed'), settle('success')];
    await waitUntilBlocked(shop.db, 3);
    await lock.commit().execute();
    await Promise.all(reports);
    const [{ status }] = await readPayouts(id);
    expect(['failed', 'reversed']).toContain(status);
    expect(await balances(payee)).toEqual({ payable: -5000 * NAIRA });
  });

  describe('that failed, and is paid later', { tags: ['@PAYOUT-12', '@PAYOUT-23'] }, () => {
    /** A payout that the provider has reported as failed, and then as paid. */
    const failed = async () => {
      const batch = await draftAndApprove();
      const provider = new SandboxPayouts(shop.db);
      provider.send = async (transfers) =>
        transfers.map(({ reference }) => ({ reference, status: 'failed' as const, fee: kobo(0), reason: 'Closed' }));
      await send(provider);
      const [payout] = await readPayouts(batch);
      expect(payout).toMatchObject({ status: 'failed', reason: 'Closed' });
      const id: string = payout.id;
      provider.verify = async (reference) =>
        reference === id ? { reference, status: 'success', fee: kobo(1000), reason: null } : 'unknown';
      return { batch, provider, id };
    };
    it('is deducted from what can be paid, once, and shown', async () => {
      const { batch, provider, id } = await failed();
      const deps = { ...shop, payouts: provider };
      await Promise.all([checkTransfer(deps, id), checkTransfer(deps, id)]);
      expect((await readPayouts(batch))[0]).toMatchObject({
        status: 'paid',
        reason: 'Reported as failed, and paid later',
      });
      expect(await balances(payee)).toEqual({});
      expect(await checkPayoutBooks(shop.db)).toEqual({ differences: [], overpaid: [], debts: [] });
      expect(await countPayouts(shop.db)).toContainEqual({ status: 'late', count: 1 });
      expect(payouts.metrics.flatMap(({ warnings }) => warnings.map(({ status }) => status))).toContain('late');
      expect((await payoutCommands(shop).list()).anomalies.map((row) => row.id)).toEqual([id]);
      const { results } = (await payee.call('GET', 'statement/')).json();
      expect(results[0]).toMatchObject({ kind: 'payout', payable: -5000 });
    });

    it('is found without a webhook, and leaves a debt if the money was paid again', async () => {
      const { provider } = await failed();
      const again = await draftAndApprove();
      await send();
      expect(await statusOf(again)).toBe('done');
      await send(provider, 25 * 60);
      expect(await balances(payee)).toEqual({ payable: 5000 * NAIRA });
      expect(await checkPayoutBooks(shop.db)).toEqual({
        differences: [],
        overpaid: [],
        debts: [{ merchant_id: payee.merchantId, kobo: 5000 * NAIRA }],
      });
      await makePayable(shop.db, payee.merchantId, -1);
      // More than the late payout explains.
      expect(await checkPayoutBooks(shop.db)).toEqual({
        differences: [],
        overpaid: [{ merchant_id: payee.merchantId, kobo: 5000 * NAIRA + 1 }],
        debts: [],
      });
      await makePayable(shop.db, payee.merchantId, 1);
      await makePayable(shop.db, payee.merchantId, 5000 * NAIRA);
      expect(await draftBatch(shop, act)).toMatchObject({ refused: 'nothing_to_pay' });
    });
  });

  it('does nothing in production without an encryption key', async () => {
    await draftAndApprove();
    expect(await sendPayouts({ ...shop, encryption: undefined })).toBe(0);
    await enqueue(shop.db, sendPayoutsJob, {});
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await balances(payee)).toEqual({});
  });
});

it('is retried by an operator', { tags: ['@PAYOUT-14', '@PAYOUT-19'] }, async () => {
  const other = await createPayee(shop, SANDBOX_ACCOUNTS.failing);
  await spendEverything();
  await makePayable(shop.db, other.merchantId, 3000 * NAIRA);
  const id = await draft();
  const [{ id: payoutId }] = await readPayouts(id);
  const retry = (payout = payoutId) => finance('POST', `payouts/${payout}/retry/`, {});
  expectRefusal(await retry('po-00000000000000000000'), 'not_found');
  expectRefusal(await retry('x'), 'invalid_input');
  expectRefusal(await retry(), 'payout_not_retryable');
  await approve(id);
  await send();
  // One under way is looked up at once.
  expect((await retry()).json()).toMatchObject({ id });
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(await readPayouts(id)).toMatchObject([{ status: 'failed' }]);
  const next = (await retry()).json();
  expect(next).toMatchObject({ status: 'draft', results: [{ merchant_id: other.merchantId, amount: 3000 }] });
  expectRefusal(await retry(), 'nothing_to_pay');
});

describe('the file for the bank', () => {
  let files: TestShop;
  let operator: Awaited<ReturnType<typeof createFinance>>;
  beforeAll(async () => {
    files = await openTestShop({ PAYOUTS: 'file', PAYOUT_MINIMUM_KOBO: '100000' });
    operator = await createFinance(files);
  });
  afterAll(() => files.close());

  it('may be with the bank when a merchant is suspended, so what is in it does not go back to approved', {
    tags: ['@PAYOUT-12', '@PAYOUT-34'],
  }, async () => {
    const { merchantId } = await createPayee(files, '0000000012');
    await makePayable(files.db, merchantId, 5000 * NAIRA);
    const { id } = (await operator('POST', 'payout-batches/', REASON)).json();
    await operator('POST', `payout-batches/${id}/approve/`, REASON);
    const bank = new FilePayouts(files.payouts);
    bank.createRecipient = async () => {
      expect((await operator('POST', `payout-batches/${id}/file.csv`, {})).statusCode).toBe(200);
      await suspendMerchant(files.db, merchantId, LIVE_ACT);
      return { recipient: 'file' };
    };
    await sendPayouts({ ...files, payouts: bank });
    const [payout] = (await operator('GET', `payout-batches/${id}/`)).json().results;
    expect(payout).toMatchObject({ status: 'sending' });
    expectRefusal(await operator('POST', `payouts/${payout.id}/stop/`, REASON), 'payout_in_file');
    const confirmed = await operator('POST', `payout-batches/${id}/confirm/`, { ...REASON, paid: [payout.id] });
    expect(confirmed.json().results).toMatchObject([{ status: 'paid' }]);
  });

  it('has the payouts of a batch, and an operator confirms each', {
    tags: ['@PAYOUT-17', '@PAYOUT-19', '@PAYOUT-22', '@PAYOUT-31', '@PAYOUT-32'],
  }, async () => {
    const payees = await Promise.all(['0000000010', '0000000011'].map((number) => createPayee(files, number)));
    for (const { merchantId } of payees) await makePayable(files.db, merchantId, 5000 * NAIRA);
    const { id } = (await operator('POST', 'payout-batches/', REASON)).json();
    const file = () => operator('POST', `payout-batches/${id}/file.csv`, {});
    const confirm = (payload: object) => operator('POST', `payout-batches/${id}/confirm/`, { ...REASON, ...payload });
    expectRefusal(await file(), 'no_bank_file');
    await operator('POST', `payout-batches/${id}/approve/`, REASON);
    expect(await files.jobs.runDue()).toEqual([]);
    const readFileTime = async () => (await operator('GET', `payout-batches/${id}/`)).json().file_made_at;
    expect(await readFileTime()).toBeNull();
    const reader = await createFinance(files, 'read');
    expectRefusal(await reader('POST', `payout-batches/${id}/file.csv`, {}), 'token_read_only');
    const response = await file();
    expect(await readFileTime()).toMatch(/Z$/);
    const entry = await files.db
      .selectFrom('audit_entry')
      .select(['action', 'subject', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'payouts file', subject: `payout batch ${id}`, after: { payouts: 2 } });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payouts.csv"',
    });
    const [header, ...lines] = response.body.trimEnd().split('\n');
    expect(header).toBe('reference,bank code,account number,account name,amount,currency');
    expect(lines.map((line) => line.replace(/^po-\w+/, 'po')).toSorted()).toEqual([
      'po,057,0000000010,Sandbox Account 0010,5000.00,NGN',
      'po,057,0000000011,Sandbox Account 0011,5000.00,NGN',
    ]);
    expect((await file()).body).toBe(response.body);
    const [held] = payees;
    if (!held) throw new Error('no payee');
    await suspendMerchant(files.db, held.merchantId, LIVE_ACT);
    expect((await file()).body.trimEnd().split('\n')).toHaveLength(2);
    await unsuspendMerchant(files.db, held.merchantId, LIVE_ACT);
    const results = (await operator('GET', `payout-batches/${id}/`)).json().results;
    const [first, second] = results.map((row: { id: string }) => row.id);
    expectRefusal(await confirm({ paid: [first, 'po-00000000000000000000'] }), 'payout_not_confirmable');
    expectRefusal(await confirm({ paid: ['x'] }), 'invalid_input');
    const reason = 'The account is blocked';
    for (const twice of [{ paid: [first, first] }, { paid: [first], failed: [{ id: first, reason }] }])
      expectRefusal(await confirm(twice), 'payout_named_twice');
    expect((await confirm({ paid: [first], failed: [{ id: second, reason }] })).json()).toMatchObject({
      status: 'done',
      results: [{ status: 'paid' }, { status: 'failed', reason }],
    });
    expect((await confirm({ paid: [first] })).json().results.map((row: { status: string }) => row.status)).toEqual([
      'paid',
      'failed',
    ]);
    expectRefusal(await confirm({ paid: [first, second] }), 'payout_failed');
    const merchantOf = (payout: string) =>
      results.find((row: { id: string }) => row.id === payout).merchant_id as MerchantId;
    expect(await merchantBalances(files.db, merchantOf(first))).toEqual({});
    expect(await merchantBalances(files.db, merchantOf(second))).toEqual({ payable: -5000 * NAIRA });
    // The bank returns it later.
    await confirm({ failed: [{ id: first, reason: 'returned' }] });
    expect(await merchantBalances(files.db, merchantOf(first))).toEqual({ payable: -5000 * NAIRA });
    expectRefusal(await confirm({ paid: [first] }), 'payout_failed');
    expect(await checkPayoutBooks(files.db)).toEqual({ differences: [], overpaid: [], debts: [] });
    expectRefusal(await operator('POST', 'payout-batches/999999/file.csv', {}), 'not_found');
    expectRefusal(await operator('POST', 'payout-batches/999999/confirm/', REASON), 'not_found');
  });
});

it('refuses batches that do not exist', async () => {
  for (const path of ['payout-batches/999999/approve/', 'payout-batches/999999/cancel/'])
    expectRefusal(await finance('POST', path, REASON), 'not_found');
  expectRefusal(await finance('GET', 'payout-batches/999999/'), 'not_found');
  expectRefusal(await finance('GET', 'payout-batches/x/'), 'invalid_input');
  expectRefusal(await finance('GET', 'payout-batches/?cursor=x'), 'invalid_input');
});
