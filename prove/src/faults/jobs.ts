import { randomBytes } from 'node:crypto';
import { brand } from '@sokuwa/contract/brand.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { deletePicture } from '../../../server/src/account/delete-picture.ts';
import { missingPicturesJob } from '../../../server/src/exchange/missing-pictures.job-kinds.ts';
import { unreadMailJob } from '../../../server/src/messages/messages.job-kinds.ts';
import type { OrderId, ProductId } from '../../../server/src/platform/ids.ts';
import { enqueue, jobKind } from '../../../server/src/platform/jobs.ts';
import { openSession } from '../../../server/src/platform/sessions.ts';
import { SIGNATURE_HEADER } from '../../../server/src/ports/payments/paystack.protocol.ts';
import { type Buyer, expirePaymentTime } from '../../../server/src/testing/buyer.ts';
import { startNode } from '../../../server/src/testing/node.ts';
import { addMerchant, addProduct, updateProduct } from '../../../server/src/testing/shop.ts';
import { waitFor } from '../../../server/src/testing/wait-for.ts';
import { addBuyer, PROGRAM, type Stack, storePicture } from './stack.ts';

const HOUR_MS = 3_600_000;
/** The shop waits this long for a lock and for the payment provider. */
const ACTIVE_TIMEOUT_MS = 10_000;
/** The queue notices a job whose worker is gone within two minutes; a scheduled job starts within another one. */
const WAITING = { timeoutMs: 300_000, intervalMs: 500 };

/** A kind of job that a killed worker was running. */
type JobCase = {
  kind: string;
  /** At which step of the job the worker is killed, as the table of the results shows it. */
  point: string;
  /** What people see of it. */
  seen?: string;
  /** Creates what the job works on, just before it is locked and queued: a scheduled job could take it. */
  prepare?(): Promise<unknown>;
  /** Queues the job. */
  queue(): Promise<unknown>;
  /** Whether it waits for half a minute, so that it is queued before jobs that wait for a few seconds. */
  waitsLong?: true;
  /** Makes its retry due, where that would take hours. */
  endDelay?(): Promise<unknown>;
  /** Locks that make the job wait inside the database, as statements. */
  locks?: string[];
  /** @throws unless the job's work is done, once */
  check(): Promise<void>;
};

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * HOUR_MS);

/** Sends an event of the payment provider to the shop. */
const notify = async ({ web }: Stack, event: { body: string; signature: string }): Promise<void> => {
  const response = await fetch(`${web.url}/backend/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: event.signature },
    body: event.body,
  });
  expect(response.status).toBe(200);
};

type PlacedOrder = { id: string; reference: string };

/** Orders and pays. */
const placePaidOrder = async (stack: Stack, buyer: Buyer): Promise<PlacedOrder> => {
  const order = await buyer.placeOrder();
  stack.provider.set(order.reference, 'success');
  await notify(stack, stack.provider.event('charge.success', order.reference));
  return order;
};

/**
 * A job of every kind, prepared so that it stops at the point that is hardest to repeat.
 * @returns also the requests that the payment provider must not answer
 */
const createCases = async (stack: Stack): Promise<{ cases: JobCase[]; unanswered: RegExp }> => {
  const { db, web, provider, mails, bucket, productIds } = stack;
  const add = () => addBuyer(stack);
  const [firstLate, lateBuyer, paidBuyer, refundedBuyer] = [await add(), await add(), await add(), await add()];
  const [disputedBuyer, purgedBuyer, mailedBuyer] = [await add(), await add(), await add()];
  const [saver, writer] = [await add(), await add()];
  const run = (kind: string) => enqueue(db, jobKind(kind), {});
  const readStatus = async (id: string) =>
    (
      await db
        .selectFrom('shop_order')
        .select('status')
        .where('id', '=', id as OrderId)
        .executeTakeFirst()
    )?.status;
  const lockAccount = (buyer: Buyer) => `select from account where id = ${buyer.accountId} for update`;
  const profilePicture = `people/${randomBytes(16).toString('hex')}`;
  const orders: Record<'firstLate' | 'late' | 'paid' | 'refunded' | 'disputed' | 'purged', PlacedOrder> = {
    firstLate: await firstLate.placeOrder(),
    late: await lateBuyer.placeOrder(),
    paid: await paidBuyer.placeOrder(),
    refunded: await placePaidOrder(stack, refundedBuyer),
    disputed: await placePaidOrder(stack, disputedBuyer),
    purged: await purgedBuyer.placeOrder(),
  };
  const dispute = (status: string, resolution: string | null) => ({
    id: 358_950,
    status,
    resolution,
    refund_amount: 100,
    dueAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    domain: 'test',
    transaction: { id: 1, reference: orders.disputed.reference },
  });
  const savedProduct = productIds[30] as ProductId;
  const productWithoutPicture = await addProduct(db, { title: 'Talking drum' });
  const merchantEmail = 'merchant@mail.test';
  const expiredSession = await openSession(db, saver.accountId);
  let threadId = '';
  const unanswered = new RegExp(`^GET /transaction/verify/${orders.paid.reference}$|^POST /refund$|^GET /dispute/`);
  const cases: JobCase[] = [
    {
      kind: 'send_mail',
      point: 'the mail server has the mail, the worker not its confirmation',
      seen: 'the mail arrives twice, with one Message-ID',
      queue: () => placePaidOrder(stack, mailedBuyer),
      waitsLong: true,
      check: async () => {
        const confirmations = mails.mailsTo(mailedBuyer.email);
        expect(confirmations.map(({ subject }) => subject)).toEqual([
          expect.stringContaining(`Your ${brand.name} order`),
        ]);
      },
    },
    {
      kind: 'deliver_to_support',
      point: 'the mail server has the message, the worker not its confirmation',
      seen: 'support gets the mail twice, with one Message-ID',
      waitsLong: true,
      queue: async () => {
        const payload = { full_name: 'Ada Obi', email: 'ada@mail.test', subject: 'Killed', content: 'Where is it?' };
        const sent = await web.app.inject({ method: 'POST', url: '/backend/contact-support/send/', payload });
        expect(sent.statusCode, sent.body).toBe(200);
      },
      check: async () => {
        const messages = await db.selectFrom('support_message').select(['delivered_at']).execute();
        expect(messages.map(({ delivered_at }) => delivered_at !== null)).toEqual([true]);
        expect(
          new Set(
            mails.received.filter(({ subject }) => subject === '[Contact] Killed').map(({ messageId }) => messageId),
          ).size,
        ).toBe(1);
      },
    },
    {
      kind: 'expire_orders',
      point: 'the first order is cancelled, the second waits for a lock',
      prepare: async () => {
        await expirePaymentTime(db, orders.firstLate.id);
        await expirePaymentTime(db, orders.late.id);
      },
      queue: () => run('expire_orders'),
      locks: [lockAccount(lateBuyer)],
      check: async () => {
        for (const { id } of [orders.firstLate, orders.late]) expect(await readStatus(id)).toBe('Cancelled');
      },
    },
    {
      kind: 'purge_orders',
      point: 'in the statement that deletes old keys',
      prepare: async () => {
        await purgedBuyer.cancelOrder(orders.purged.id);
        const old = daysAgo(100);
        await db
          .updateTable('shop_order')
          .set({ updated_at: old })
          .where('id', '=', orders.purged.id as OrderId)
          .execute();
        await sql`insert into idempotency_key (account_id, key, fingerprint, order_id, created_at)
          values (${purgedBuyer.accountId}, 'old', '\\x00', ${orders.late.id}, ${old})`.execute(db);
      },
      queue: () => run('purge_orders'),
      locks: ["select from idempotency_key where key = 'old' for update"],
      check: async () => expect(await readStatus(orders.purged.id)).toBeUndefined(),
    },
    {
      kind: 'verify_payments',
      point: 'the provider has answered, the worker has not read it',
      prepare: async () => {
        provider.set(orders.paid.reference, 'success');
        await db
          .updateTable('payment')
          .set({ ask_at: daysAgo(1) })
          .where('reference', '=', orders.paid.reference)
          .execute();
      },
      queue: () => run('verify_payments'),
      check: async () => {
        expect(await readStatus(orders.paid.id)).toBe('Paid');
        expect(mails.mailsTo(paidBuyer.email)).toHaveLength(1);
      },
    },
    {
      kind: 'make_refunds',
      point: 'the provider has made the refund, the worker has not read it',
      queue: async () => {
        const cancelled = await refundedBuyer.cancelOrder(orders.refunded.id);
        expect(cancelled.statusCode, cancelled.body).toBe(200);
      },
      check: async () => {
        const refund = await db
          .selectFrom('refund')
          .select('status')
          .where('reference', '=', orders.refunded.reference)
          .executeTakeFirst();
        expect(['accepted', 'done']).toContain(refund?.status);
        expect(provider.refunds.filter(({ reference }) => reference === orders.refunded.reference)).toHaveLength(1);
        // Confirmed, cancelled, refunded.
        expect(mails.mailsTo(refundedBuyer.email)).toHaveLength(3);
      },
    },
    {
      kind: 'check_disputes',
      point: 'the provider has answered, the worker has not read it',
      prepare: async () => {
        const opened = dispute('awaiting-merchant-feedback', null);
        await notify(stack, provider.sign({ event: 'charge.dispute.create', data: opened }));
        provider.disputes.set(String(opened.id), dispute('resolved', 'declined'));
        await db
          .updateTable('dispute')
          .set({ ask_at: daysAgo(1) })
          .execute();
      },
      queue: () => run('check_disputes'),
      check: async () =>
        expect(await db.selectFrom('dispute').select(['status', 'resolution']).execute()).toEqual([
          { status: 'resolved', resolution: 'declined' },
        ]),
    },
    {
      kind: 'delete_picture',
      point: 'the bucket has deleted the picture, the worker does not know',
      prepare: () => storePicture(bucket, profilePicture),
      queue: () => enqueue(db, deletePicture, { key: profilePicture }),
      check: async () => expect([...bucket.objects.keys()].filter((name) => name.includes(profilePicture))).toEqual([]),
    },
    {
      kind: 'fetch_missing_pictures',
      point: 'the picture is being read',
      prepare: () => storePicture(bucket, 'products/missing'),
      queue: async () => {
        const wanted = [{ source: 'http://shop.test/media/products/missing/1600.webp', alt: 'A drum' }];
        await enqueue(db, missingPicturesJob, { product_id: productWithoutPicture, wanted, before: [] });
      },
      endDelay: () =>
        sql`update pgboss.job set start_after = now() where name = 'fetch_missing_pictures' and state = 'retry'`.execute(
          db,
        ),
      check: async () =>
        expect(
          await db
            .selectFrom('product_picture')
            .select('key')
            .where('product_id', '=', productWithoutPicture)
            .execute(),
        ).toEqual([{ key: 'products/missing' }]),
    },
    {
      kind: 'mail_unread_message',
      point: 'the transaction waits for a lock',
      prepare: async () => {
        const merchant_id = await addMerchant(db, { email: merchantEmail });
        const place = { categoryId: 1, subItemId: 1 };
        const product = await addProduct(db, { merchant_id, place });
        const payload = { subject: 'Colour', content: 'Is it red?', product };
        const sent = await writer.call('POST', '/contact-merchant/send/', payload);
        expect(sent.statusCode, sent.body).toBe(200);
        threadId = sent.json().id;
      },
      // The job that the message has queued is due in some minutes.
      queue: async () => {
        const { rows } = await sql<{ n: number }>`select (data->>'n')::integer as n from pgboss.job
          where name = 'mail_unread_message' and data->>'thread' = ${threadId}`.execute(db);
        for (const { n } of rows) await enqueue(db, unreadMailJob, { thread: threadId, n });
      },
      locks: [lockAccount(writer)],
      check: async () => expect(mails.mailsTo(merchantEmail)).toHaveLength(1),
    },
    {
      kind: 'tell_savers',
      point: 'the transaction waits for a lock',
      prepare: async () => {
        const saved = await saver.call('PUT', `/api/saved-items/${savedProduct}/`);
        expect(saved.statusCode, saved.body).toBe(200);
        await updateProduct(db, savedProduct, { price_kobo: 100_000 });
      },
      queue: () => run('tell_savers'),
      locks: [lockAccount(saver)],
      check: async () =>
        expect(mails.mailsTo(saver.email).filter(({ subject }) => subject.startsWith('Your saved items'))).toHaveLength(
          1,
        ),
    },
    {
      kind: 'sweep_accounts',
      point: 'the sessions are deleted, the links wait for a lock',
      prepare: async () => {
        await sql`update session set expires_at = ${daysAgo(1)} where token_hash = sha256(${expiredSession.token}::bytea)`.execute(
          db,
        );
        await sql`insert into mail_link (token_hash, account_id, purpose, expires_at)
          values (sha256('old'), ${saver.accountId}, 'reset_password', ${daysAgo(60)})`.execute(db);
      },
      queue: () => run('sweep_accounts'),
      locks: ["select from mail_link where token_hash = sha256('old') for update"],
      check: async () => {
        expect(await sql`select from mail_link where token_hash = sha256('old')`.execute(db)).toMatchObject({
          rows: [],
        });
        expect(await sql`select from session where expires_at < now()`.execute(db)).toMatchObject({ rows: [] });
      },
    },
    {
      kind: 'sweep_catalog_changes',
      point: 'in the statement that deletes old changes',
      prepare: async () => {
        await sql`insert into catalog_change (changed_at, tags) values (${daysAgo(1)}, '{old}')`.execute(db);
      },
      queue: () => run('sweep_catalog_changes'),
      locks: ["select from catalog_change where 'old' = any(tags) for update"],
      check: async () =>
        expect(await sql`select from catalog_change where 'old' = any(tags)`.execute(db)).toMatchObject({ rows: [] }),
    },
  ];
  return { cases, unanswered };
};

/** The kinds of jobs that the shop has. */
const readKinds = async ({ db }: Stack): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select name from pgboss.queue where name not like '\\_\\_pgboss%'`.execute(db);
  return rows.map(({ name }) => name).toSorted();
};

const readActiveKinds = async ({ db }: Stack): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select distinct name from pgboss.job where state = 'active'
    and name not like '\\_\\_pgboss%'`.execute(db);
  return rows.map(({ name }) => name).toSorted();
};

/** Jobs that run, are due, or are tried again. */
const countUnfinished = async ({ db }: Stack): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pgboss.job
    where (state in ('retry', 'active') or (state = 'created' and start_after <= now())) and name not like '\\_\\_pgboss%'`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/**
 * The claims of a worker that stopped, such as "this refund is being made until 10:35", end now instead of after five minutes to six
 * hours.
 */
const endClaims = async ({ db }: Stack): Promise<void> => {
  const past = daysAgo(1);
  await sql`update refund set ask_at = ${past} where ask_at is not null`.execute(db);
  await sql`update payment set ask_at = ${past} where ask_at is not null and status = 'open'`.execute(db);
  await sql`update dispute set ask_at = ${past} where status <> 'resolved'`.execute(db);
  await sql`update support_message set claimed_until = ${past} where delivered_at is null`.execute(db);
};

/** A job that a killed worker was running, and how long another worker took until it was done, in milliseconds. */
type FinishedJob = Pick<JobCase, 'kind' | 'point' | 'seen'> & { doneMs: number };

/**
 * Kills a worker while it runs a job of every kind, and lets another one finish them.
 * @returns the kinds of jobs that the shop has, and of each how long it took to be done, in milliseconds
 */
export const killWorkerInEachJob = async (stack: Stack): Promise<{ kinds: string[]; results: FinishedJob[] }> => {
  const { db, provider, mails, proxies, settings } = stack;
  const { cases, unanswered } = await createCases(stack);
  // The mails of the orders so far.
  await waitFor(async () => expect(await countUnfinished(stack)).toBe(0), WAITING);
  const kinds = await readKinds(stack);
  mails.isSilentAfterData = true;
  provider.unanswered = unanswered;
  await proxies.bucket.begin('lost responses');
  for (const { prepare } of cases) await prepare?.();
  const holder = new pg.Client(stack.postgres.connection);
  await holder.connect();
  const locks = cases.flatMap((job) => job.locks ?? []);
  try {
    await holder.query('begin');
    for (const lock of locks) await holder.query(lock);
    const [long, short] = [cases.filter(({ waitsLong }) => waitsLong), cases.filter(({ waitsLong }) => !waitsLong)];
    for (const jobs of [long, short]) await Promise.all(jobs.map(({ queue }) => queue()));
    await waitFor(
      async () => {
        expect(await readActiveKinds(stack)).toEqual(kinds);
        const { rows } = await sql<{ blocked: number }>`select count(*)::integer as blocked from pg_stat_activity
          where cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
        expect(rows[0]?.blocked).toBe(locks.length);
        expect(provider.refunds).toHaveLength(1);
        expect(mails.received.some(({ subject }) => subject === '[Contact] Killed')).toBe(true);
      },
      { timeoutMs: ACTIVE_TIMEOUT_MS, intervalMs: 50 },
    );
  } finally {
    await stack.worker.kill();
    await holder.query('rollback');
    await holder.end();
    await proxies.bucket.end();
  }
  mails.isSilentAfterData = false;
  provider.unanswered = undefined;
  await endClaims(stack);
  const startedAt = performance.now();
  const worker = await startNode({ ...settings, PROCESS_ROLE: 'worker' }, PROGRAM);
  try {
    // What the schedule would start within the hour.
    for (const kind of ['sweep_accounts', 'sweep_catalog_changes', 'tell_savers']) await enqueue(db, jobKind(kind), {});
    const results = await Promise.all(
      cases.map(async ({ endDelay, check, ...job }): Promise<FinishedJob> => {
        await waitFor(async () => {
          await endDelay?.();
          await check();
        }, WAITING);
        return { ...job, doneMs: performance.now() - startedAt };
      }),
    );
    await waitFor(async () => expect(await countUnfinished(stack)).toBe(0), WAITING);
    // Done once, also now that nothing is left to do.
    for (const { check } of cases) await check();
    return { kinds, results };
  } finally {
    await worker.stop();
  }
};
