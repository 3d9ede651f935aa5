import { kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suspendMerchant } from '../catalog/merchant.service.ts';
import { PayoutsUnavailable, type TransferState } from '../ports/payouts/payouts.port.ts';
import { SandboxPayouts } from '../ports/payouts/sandbox.payouts.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { createFinance, createPayee, makePayable } from '../testing/payouts.ts';
import { expectRefusal } from '../testing/responses.ts';
import { merchantBalances } from '../testing/sales.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { checkPayoutBooks } from './payout-books.service.ts';
import { payoutCommands } from './payouts.operator.ts';
import { checkTransfer, sendPayouts } from './send-payouts.service.ts';

const MINUTE_MS = 60_000;
const AMOUNT = 500_000;
const REASON = { reason: 'The seller is a fraud' };
const PAYABLE = { payable: -AMOUNT };
const ON_THE_WAY = { payouts: -AMOUNT };

/** A shop with one payee, and a payout of it. */
const openMarket = async (settings: Record<string, string> = {}) => {
  const shop = await openTestShop({ PAYOUT_MINIMUM_KOBO: '100', ...settings });
  const finance = await createFinance(shop);
  return { shop, finance };
};
type Finance = Awaited<ReturnType<typeof createFinance>>;
type Payee = Awaited<ReturnType<typeof createPayee>>;

const draftPayout = async (shop: TestShop, finance: Finance, payee: Payee) => {
  await makePayable(shop.db, payee.merchantId, AMOUNT);
  const batch = (await finance('POST', 'payout-batches/', REASON)).json();
  const { id } = batch.results.find((row: { merchant_id: number }) => row.merchant_id === payee.merchantId);
  return {
    id: id as string,
    batchId: batch.id as number,
    approve: () => finance('POST', `payout-batches/${batch.id}/approve/`, REASON),
    stop: () => finance('POST', `payouts/${id}/stop/`, REASON),
    read: async () =>
      (await finance('GET', `payout-batches/${batch.id}/`)).json().results.find((row: { id: string }) => row.id === id),
    balances: () => merchantBalances(shop.db, payee.merchantId),
    /** Runs other work up to this payout's row, which is locked meanwhile. */
    whileLocked: async <T>(work: () => Promise<T>[], inLock: () => Promise<unknown> = async () => undefined) => {
      const lock = await shop.db.startTransaction().execute();
      await sql`select from payout where id = ${id} for update`.execute(lock);
      const all = work();
      await waitUntilBlocked(shop.db, all.length);
      await inLock();
      await lock.commit().execute();
      return Promise.all(all);
    },
  };
};
type Drafted = Awaited<ReturnType<typeof draftPayout>>;

const countTransfers = async (shop: TestShop, id: string) =>
  (await shop.db.selectFrom('sandbox_transfer').select('reference').where('reference', '=', id).execute()).length;

describe('a payout that a provider sends is stopped', { tags: ['@PAYOUT-34'] }, () => {
  let shop: TestShop;
  let finance: Finance;
  let payee: Payee;
  let payout: Drafted;
  beforeAll(async () => {
    ({ shop, finance } = await openMarket());
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    payee = await createPayee(shop);
    payout = await draftPayout(shop, finance, payee);
  });
  afterEach(async () => {
    expect(await checkPayoutBooks(shop.db)).toEqual({ differences: [], overpaid: [], debts: [] });
    await suspendMerchant(shop.db, payee.merchantId, LIVE_ACT);
    await sql`update payout set status = 'cancelled' where status = 'draft'`.execute(shop.db);
    await sql`update payout set ask_at = null where ask_at is not null`.execute(shop.db);
  });

  /** The sandbox, with some calls replaced. */
  const provider = (parts: Partial<SandboxPayouts> = {}) => Object.assign(new SandboxPayouts(shop.db), parts);
  const send = (payouts = provider(), laterMinutes = 0) =>
    sendPayouts({ ...shop, payouts }, new Date(Date.now() + laterMinutes * MINUTE_MS));
  const unavailable = () => Promise.reject(new PayoutsUnavailable('the request was lost'));
  const state = (status: TransferState['status']): TransferState => ({
    reference: payout.id,
    ...{ status, fee: kobo(0), reason: null },
  });
  /** Nobody knows whether it was sent: it was not. */
  const sendInVain = async () => {
    await payout.approve();
    await send(provider({ send: unavailable }));
    expect(await payout.read()).toMatchObject({ status: 'sending' });
  };

  it('before it is sent: it fails at once, and its money can be paid again', { tags: ['@PAYOUT-19'] }, async () => {
    await payout.approve();
    const stopped = await payout.stop();
    const reason = 'The shop has stopped this payout.';
    expect(stopped.json()).toMatchObject({ status: 'done', results: [{ status: 'failed', reason }] });
    expect(await payout.balances()).toEqual(PAYABLE);
    await send();
    expect(await countTransfers(shop, payout.id)).toBe(0);
    expect((await payee.call('GET', `payouts/${payout.id}/`)).json()).toMatchObject({ status: 'failed', reason });
    const [entry] = (await payee.call('GET', 'statement/')).json().results;
    expect(entry).toMatchObject({ kind: 'payout_returned', payable: AMOUNT / 100 });
    const audit = await shop.db
      .selectFrom('audit_entry')
      .select(['action', 'reason', 'before', 'after'])
      .where('subject', '=', `payout ${payout.id}`)
      .execute();
    const statuses = { before: { status: 'approved' }, after: { status: 'failed' } };
    expect(audit).toEqual([{ action: 'payouts stop', ...REASON, ...statuses }]);
    const again = (await finance('POST', 'payout-batches/', REASON)).json();
    expect(again.results).toMatchObject([{ merchant_id: payee.merchantId, amount: AMOUNT / 100 }]);
  });

  it('while it is sent: it fails when the provider does not know it, not before the lease has ended', async () => {
    await sendInVain();
    expect((await payout.stop()).json().results).toMatchObject([
      { status: 'sending', stopped_at: expect.stringMatching(/Z$/) },
    ]);
    // An operator has it checked at once, and a webhook too.
    await finance('POST', `payouts/${payout.id}/retry/`, {});
    await send(provider(), 19);
    await checkTransfer(shop, payout.id);
    expect(await payout.read()).toMatchObject({ status: 'sending' });
    expect(await payout.balances()).toEqual(ON_THE_WAY);
    await send(provider({ verify: unavailable }), 30);
    expect(await payout.read()).toMatchObject({ status: 'sending' });
    await send(provider(), 41);
    expect(await payout.read()).toMatchObject({ status: 'failed', reason: 'The shop has stopped this payout.' });
    expect(await payout.balances()).toEqual(PAYABLE);
    expect(await countTransfers(shop, payout.id)).toBe(0);
  });

  it('is asked about by itself when the lease has ended', async () => {
    await sendInVain();
    await payout.stop();
    await send(provider(), 21);
    expect(await payout.read()).toMatchObject({ status: 'failed' });
  });

  it('which the provider has: its outcome decides', async () => {
    await payout.approve();
    await send(provider({ send: async () => [] }));
    await payout.stop();
    await send(provider({ verify: async () => state('pending') }), 21);
    expect(await payout.read()).toMatchObject({ status: 'sending' });
    // One that it does not know any more waits for a person, as always.
    await send(provider(), 42);
    expect(await payout.read()).toMatchObject({ status: 'sending' });
    expect((await payoutCommands(shop).list()).anomalies.map(({ id }) => id)).toEqual([payout.id]);
    await send(provider({ verify: async () => state('success') }), 63);
    expect(await payout.read()).toMatchObject({ status: 'paid', reason: null });
    expect(await payout.balances()).toEqual({});
    expectRefusal(await payout.stop(), 'payout_not_stoppable');
  });

  it('but not before it is approved, nor after it has ended', async () => {
    expectRefusal(await payout.stop(), 'payout_not_stoppable');
    for (const status of ['cancelled', 'paid', 'failed', 'reversed'] as const) {
      await shop.db.updateTable('payout').set({ status }).where('id', '=', payout.id).execute();
      expectRefusal(await payout.stop(), 'payout_not_stoppable');
    }
    await shop.db.updateTable('payout').set({ status: 'cancelled' }).where('id', '=', payout.id).execute();
    expectRefusal(await finance('POST', 'payouts/po-00000000000000000000/stop/', REASON), 'not_found');
    expectRefusal(await finance('POST', `payouts/${payout.id}/stop/`, {}), 'invalid_input');
  });

  it('once, also by two operators at once', async () => {
    await payout.approve();
    const both = await payout.whileLocked(() => [payout.stop(), payout.stop()]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expectRefusal(await payout.stop(), 'payout_stopped');
    expect(await payout.balances()).toEqual(PAYABLE);
  });

  it('once while it is sent: the second one does not delay the question to the provider', async () => {
    await sendInVain();
    const readTimes = () =>
      shop.db.selectFrom('payout').select(['stopped_at', 'ask_at']).where('id', '=', payout.id).executeTakeFirst();
    await payout.stop();
    const times = await readTimes();
    expectRefusal(await payout.stop(), 'payout_stopped');
    expect(await readTimes()).toEqual(times);
  });

  it('while a job claims it: the job leaves it out', async () => {
    await payout.approve();
    const [stopped] = await payout.whileLocked(
      () => [payout.stop()],
      () => send(),
    );
    expect(stopped?.json().results).toMatchObject([{ status: 'failed' }]);
    await send();
    expect(await countTransfers(shop, payout.id)).toBe(0);
  });

  it('after a job has claimed it, and before it is sent: it is not sent', async () => {
    await payout.approve();
    const stopping = provider({
      createRecipient: async () => {
        expect((await payout.stop()).json().results).toMatchObject([{ status: 'sending' }]);
        return { recipient: 'RCP_1' };
      },
    });
    await send(stopping);
    expect(await countTransfers(shop, payout.id)).toBe(0);
    await send(provider(), 21);
    expect(await payout.read()).toMatchObject({ status: 'failed' });
  });

  it('while the provider executes it: it is paid', async () => {
    await payout.approve();
    const stopping = provider({
      send: async (transfers) => {
        await payout.stop();
        return shop.payouts.send(transfers) as Promise<TransferState[]>;
      },
    });
    await send(stopping);
    expect(await payout.read()).toMatchObject({ status: 'paid' });
    expect(await payout.balances()).toEqual({});
  });

  it('while a webhook has it looked up: it is not sent again', async () => {
    await sendInVain();
    // The job has read the payout before it is stopped, and claims it after that.
    const lock = await shop.db.startTransaction().execute();
    const stopped = { stopped_at: new Date(), ask_at: new Date(Date.now() + 20 * MINUTE_MS) };
    await lock.updateTable('payout').set(stopped).where('id', '=', payout.id).execute();
    const check = checkTransfer(shop, payout.id);
    await waitUntilBlocked(shop.db, 1);
    await lock.commit().execute();
    await check;
    expect(await countTransfers(shop, payout.id)).toBe(0);
    await send(provider(), 21);
    expect(await payout.read()).toMatchObject({ status: 'failed' });
  });
});

describe('a payout by file is stopped', { tags: ['@PAYOUT-34', '@PAYOUT-17'] }, () => {
  let shop: TestShop;
  let finance: Finance;
  let payout: Drafted;
  beforeAll(async () => {
    ({ shop, finance } = await openMarket({ PAYOUTS: 'file' }));
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    payout = await draftPayout(shop, finance, await createPayee(shop, '0000001111'));
    await payout.approve();
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await payout.read()).toMatchObject({ status: 'sending' });
  });
  afterEach(async () => {
    expect(await checkPayoutBooks(shop.db)).toEqual({ differences: [], overpaid: [], debts: [] });
    await sql`update merchant set suspended_at = now() where suspended_at is null`.execute(shop.db);
  });
  const makeFile = () => finance('POST', `payout-batches/${payout.batchId}/file.csv`, {});
  const confirm = (lines: object) =>
    finance('POST', `payout-batches/${payout.batchId}/confirm/`, { ...REASON, ...lines });

  it('and fails at once, if no file was made', async () => {
    expect((await payout.stop()).json()).toMatchObject({ status: 'done', results: [{ status: 'failed' }] });
    expect(await payout.balances()).toEqual(PAYABLE);
    expectRefusal(await makeFile(), 'no_bank_file');
    expectRefusal(await confirm({ paid: [payout.id] }), 'payout_failed');
    expectRefusal(await payout.stop(), 'payout_stopped');
  });

  it('but not after a file was made: the bank may have it, so it is confirmed as failed', async () => {
    await makeFile();
    expectRefusal(await payout.stop(), 'payout_in_file');
    expect(await payout.balances()).toEqual(ON_THE_WAY);
    await confirm({ failed: [{ id: payout.id, reason: 'Not sent to the bank' }] });
    expect(await payout.balances()).toEqual(PAYABLE);
  });

  it('while it is confirmed: one of both counts', async () => {
    const [stopped, confirmed] = await payout.whileLocked(() => [payout.stop(), confirm({ paid: [payout.id] })]);
    if (!stopped || !confirmed) throw new Error('no responses');
    const isStopped = stopped.statusCode === 200;
    if (isStopped) expectRefusal(confirmed, 'payout_failed');
    else expectRefusal(stopped, 'payout_not_stoppable');
    expect(await payout.read()).toMatchObject({ status: isStopped ? 'failed' : 'paid' });
    expect(await payout.balances()).toEqual(isStopped ? PAYABLE : {});
  });

  it('while the file is made: the file has it, or it is stopped', async () => {
    const lock = await shop.db.startTransaction().execute();
    await sql`select from payout_batch where id = ${payout.batchId} for update`.execute(lock);
    const both = Promise.all([payout.stop(), makeFile()]);
    await waitUntilBlocked(shop.db, 2);
    await lock.commit().execute();
    const [stopped, file] = await both;
    if (stopped.statusCode === 200) expectRefusal(file, 'no_bank_file');
    else expectRefusal(stopped, 'payout_in_file');
    expect(file.body.includes(payout.id)).toBe(stopped.statusCode !== 200);
    expect(await payout.read()).toMatchObject({ status: stopped.statusCode === 200 ? 'failed' : 'sending' });
  });
});
