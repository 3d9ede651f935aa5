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
import { findWrongBooks } from '../books.ts';
import { addBuyer, PROGRAM, type Stack, storePicture } from './stack.ts';

const HOUR_MS = 3_600_000;
/** The shop waits this long for a lock and for the payment provider. */
const ACTIVE_TIMEOUT_MS = 10_000;
/** The queue notices a job whose worker is gone within two minutes; a scheduled job starts within another one. */
const WAITING = { timeoutMs: 300_000, intervalMs: 500 };

const AS_IN_PRODUCTION = 'nothing is shortened';

/**
 * Every kind of job: at which step the worker is killed, what people see of it, and what the proof shortens, since it would take the work
 * longer in production. A killed job that is not retried is done by the next job of its schedule.
 */
export const KILLS: Readonly<Record<string, { point: string; seen: string; shortened: string }>> = {
  send_mail: {
    point: 'the mail server has the mail, the worker not its confirmation',
    seen: 'the mail arrives twice, with one Message-ID',
    shortened: AS_IN_PRODUCTION,
  },
  deliver_to_support: {
    point: 'the mail server has the message, the worker not its confirmation',
    seen: 'support gets the mail twice, with one Message-ID',
    shortened: 'the claim of 10 minutes on the message ends at once',
  },
  expire_orders: {
    point: 'the first order is cancelled, the second waits for a lock',
    seen: 'nothing',
    shortened: AS_IN_PRODUCTION,
  },
  purge_orders: {
    point: 'in the statement that deletes old keys',
    seen: 'nothing',
    shortened: AS_IN_PRODUCTION,
  },
  verify_payments: {
    point: 'the provider has responded, the worker has not read it',
    seen: 'nothing',
    shortened: 'the claim of 5 minutes on the payment ends at once',
  },
  make_refunds: {
    point: 'the provider has made the refund, the worker has not read it',
    seen: 'nothing',
    shortened: 'the claim of 5 minutes on the refund ends at once',
  },
  check_disputes: {
    point: 'the provider has responded, the worker has not read it',
    seen: 'nothing',
    shortened: 'the claim of 6 hours on the dispute ends at once',
  },
  delete_picture: {
    point: 'the bucket has deleted the picture, the worker does not know',
    seen: 'nothing',
    shortened: AS_IN_PRODUCTION,
  },
  fetch_missing_pictures: {
    point: 'the picture is being read',
    seen: 'nothing',
    shortened: 'the retry is due at once, instead of in one to two hours',
  },
  mail_unread_message: {
    point: 'the transaction waits for a lock',
    seen: 'nothing',
    shortened: AS_IN_PRODUCTION,
  },
  tell_savers: {
    point: 'the transaction waits for a lock',
    seen: 'nothing',
    shortened: 'the next job is queued at once, instead of within 5 minutes',
  },
  sweep_accounts: {
    point: 'the sessions are deleted, the links wait for a lock',
    seen: 'nothing',
    shortened: 'the next job is queued at once, instead of within an hour',
  },
  sweep_catalog_changes: {
    point: 'in the statement that deletes old changes',
    seen: 'nothing',
    shortened: 'the next job is queued at once, instead of within 5 minutes',
  },
};

/** A kind of job that a killed worker was running. */
type JobCase = {
  kind: string;
  /** Creates what the job works on, just before it is locked and queued: a scheduled job could take it. */
  prepare?(): Promise<unknown>;
  /** Queues the job. */
  queue(): Promise<unknown>;
  /** Whether it waits for half a minute, so that it is queued before jobs that wait for a few seconds. */
  waitsLong?: true;
  /** Makes its retry due, where that would take hours. */
  endDelay?(): Promise<unknown>;
  /** A statement that locks what the job needs, so that it waits inside the database at the point of KILLS. */
  lock?: string;
  /** @throws unless the job has reached the point of KILLS; with `lock`, beside waiting for it */
  checkPoint?(): Promise<void> | void;
  /** The id of the job, where several of its kind may run. */
  findId?(): string | undefined;
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
 * @returns also the requests to which the payment provider must not respond
 */
const createCases = async (stack: Stack): Promise<{ cases: JobCase[]; silentRequests: RegExp }> => {
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
  const toSupport = () => mails.received.filter(({ subject }) => subject === '[Contact] Killed');
  const lockAccount = (buyer: Buyer) => `select from account where id = ${buyer.accountId} for update`;
  const profilePicture = `people/${randomBytes(16).toString('hex')}`;
  const storedPictures = () => [...bucket.objects.keys()].filter((name) => name.includes(profilePicture));
  const orders: Record<'firstLate' | 'late' | 'paid' | 'refunded' | 'disputed' | 'purged', PlacedOrder> = {
    firstLate: await firstLate.placeOrder(),
    late: await lateBuyer.placeOrder(),
    paid: await paidBuyer.placeOrder(),
    refunded: await placePaidOrder(stack, refundedBuyer),
    disputed: await placePaidOrder(stack, disputedBuyer),
    purged: await purgedBuyer.placeOrder(),
  };
  const disputeId = 358_950;
  const dispute = (status: string, resolution: string | null) => ({
    id: disputeId,
    status,
    resolution,
    refund_amount: 100,
    dueAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    domain: 'test',
    transaction: { id: 1, reference: orders.disputed.reference },
  });
  // Now, so that their mails are sent before the mail of send_mail, which would wait for them.
  await purgedBuyer.cancelOrder(orders.purged.id);
  const opened = dispute('awaiting-merchant-feedback', null);
  await notify(stack, provider.sign({ event: 'charge.dispute.create', data: opened }));
  const savedProduct = productIds[30] as ProductId;
  const productWithoutPicture = await addProduct(db, { title: 'Talking drum' });
  const merchantEmail = 'merchant@mail.test';
  const expiredSession = await openSession(db, saver.accountId);
  let threadId = '';
  const silentRequests = new RegExp(`^GET /transaction/verify/${orders.paid.reference}$|^POST /refund$|^GET /dispute/`);
  const cases: JobCase[] = [
    {
      kind: 'send_mail',
      queue: () => placePaidOrder(stack, mailedBuyer),
      waitsLong: true,
      checkPoint: () => expect(mails.mailsTo(mailedBuyer.email)).toHaveLength(1),
      findId: () => mails.mailsTo(mailedBuyer.email)[0]?.id,
      check: async () => {
        const confirmations = mails.mailsTo(mailedBuyer.email);
        expect(confirmations.map(({ subject }) => subject)).toEqual([
          expect.stringContaining(`Your ${brand.name} order`),
        ]);
      },
    },
    {
      kind: 'deliver_to_support',
      waitsLong: true,
      queue: async () => {
        const payload = { full_name: 'Ada Obi', email: 'ada@mail.test', subject: 'Killed', content: 'Where is it?' };
        const sent = await web.app.inject({ method: 'POST', url: '/backend/contact-support/send/', payload });
        expect(sent.statusCode, sent.body).toBe(200);
      },
      checkPoint: () => expect(toSupport()).toHaveLength(1),
      check: async () => {
        const messages = await db.selectFrom('support_message').select(['delivered_at']).execute();
        expect(messages.map(({ delivered_at }) => delivered_at !== null)).toEqual([true]);
        expect(new Set(toSupport().map(({ id }) => id)).size).toBe(1);
      },
    },
    {
      kind: 'expire_orders',
      prepare: async () => {
        await expirePaymentTime(db, orders.firstLate.id);
        await expirePaymentTime(db, orders.late.id);
      },
      queue: () => run('expire_orders'),
      lock: lockAccount(lateBuyer),
      checkPoint: async () => {
        expect(await readStatus(orders.firstLate.id)).toBe('Cancelled');
        expect(await readStatus(orders.late.id)).toBe('Pending');
      },
      check: async () => {
        for (const { id } of [orders.firstLate, orders.late]) expect(await readStatus(id)).toBe('Cancelled');
      },
    },
    {
      kind: 'purge_orders',
      prepare: async () => {
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
      lock: "select from idempotency_key where key = 'old' for update",
      check: async () => expect(await readStatus(orders.purged.id)).toBeUndefined(),
    },
    {
      kind: 'verify_payments',
      prepare: async () => {
        provider.set(orders.paid.reference, 'success');
        await db
          .updateTable('payment')
          .set({ ask_at: daysAgo(1) })
          .where('reference', '=', orders.paid.reference)
          .execute();
      },
      queue: () => run('verify_payments'),
      checkPoint: () => expect(provider.requests).toContain(`GET /transaction/verify/${orders.paid.reference}`),
      check: async () => {
        expect(await readStatus(orders.paid.id)).toBe('Paid');
        expect(mails.mailsTo(paidBuyer.email)).toHaveLength(1);
      },
    },
    {
      kind: 'make_refunds',
      queue: async () => {
        const cancelled = await refundedBuyer.cancelOrder(orders.refunded.id);
        expect(cancelled.statusCode, cancelled.body).toBe(200);
      },
      checkPoint: () => expect(provider.refunds).toHaveLength(1),
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
      prepare: async () => {
        provider.disputes.set(String(disputeId), dispute('resolved', 'declined'));
        await db
          .updateTable('dispute')
          .set({ ask_at: daysAgo(1) })
          .execute();
      },
      queue: () => run('check_disputes'),
      checkPoint: () => expect(provider.requests).toContain(`GET /dispute/${disputeId}`),
      check: async () =>
        expect(await db.selectFrom('dispute').select(['status', 'resolution']).execute()).toEqual([
          { status: 'resolved', resolution: 'declined' },
        ]),
    },
    {
      kind: 'delete_picture',
      prepare: () => storePicture(bucket, profilePicture),
      queue: () => enqueue(db, deletePicture, { key: profilePicture }),
      checkPoint: () => expect(storedPictures()).toEqual([]),
      check: async () => expect(storedPictures()).toEqual([]),
    },
    {
      kind: 'fetch_missing_pictures',
      prepare: () => storePicture(bucket, 'products/missing'),
      queue: async () => {
        const wanted = [{ source: 'http://shop.test/media/products/missing/1600.webp', alt: 'A drum' }];
        await enqueue(db, missingPicturesJob, { product_id: productWithoutPicture, wanted, before: [] });
      },
      checkPoint: () =>
        expect(bucket.requests).toContainEqual(expect.stringMatching(/^GET .*sources\/products\/missing\.webp/)),
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
      lock: lockAccount(writer),
      check: async () => expect(mails.mailsTo(merchantEmail)).toHaveLength(1),
    },
    {
      kind: 'tell_savers',
      prepare: async () => {
        const saved = await saver.call('PUT', `/api/saved-items/${savedProduct}/`);
        expect(saved.statusCode, saved.body).toBe(200);
        await updateProduct(db, savedProduct, { price_kobo: 100_000 });
      },
      queue: () => run('tell_savers'),
      lock: lockAccount(saver),
      check: async () =>
        expect(mails.mailsTo(saver.email).filter(({ subject }) => subject.startsWith('Your saved items'))).toHaveLength(
          1,
        ),
    },
    {
      kind: 'sweep_accounts',
      prepare: async () => {
        await sql`update session set expires_at = ${daysAgo(1)} where token_hash = sha256(${expiredSession.token}::bytea)`.execute(
          db,
        );
        await sql`insert into mail_link (token_hash, account_id, purpose, expires_at)
          values (sha256('old'), ${saver.accountId}, 'reset_password', ${daysAgo(60)})`.execute(db);
      },
      queue: () => run('sweep_accounts'),
      lock: "select from mail_link where token_hash = sha256('old') for update",
      check: async () => {
        expect(await sql`select from mail_link where token_hash = sha256('old')`.execute(db)).toMatchObject({
          rows: [],
        });
        expect(await sql`select from session where expires_at < now()`.execute(db)).toMatchObject({ rows: [] });
      },
    },
    {
      kind: 'sweep_catalog_changes',
      prepare: async () => {
        await sql`insert into catalog_change (changed_at, tags) values (${daysAgo(1)}, '{old}')`.execute(db);
      },
      queue: () => run('sweep_catalog_changes'),
      lock: "select from catalog_change where 'old' = any(tags) for update",
      check: async () =>
        expect(await sql`select from catalog_change where 'old' = any(tags)`.execute(db)).toMatchObject({ rows: [] }),
    },
  ];
  return { cases, silentRequests };
};

/** The kinds of jobs that the shop has. */
const readKinds = async ({ db }: Stack): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select name from pgboss.queue where name not like '\\_\\_pgboss%'`.execute(db);
  return rows.map(({ name }) => name).toSorted();
};

/** The jobs that run, as kind and id. */
const readActive = async ({ db }: Stack): Promise<{ name: string; id: string }[]> => {
  const { rows } = await sql<{ name: string; id: string }>`select name, id::text from pgboss.job where state = 'active'
    and name not like '\\_\\_pgboss%'`.execute(db);
  return rows;
};

/** Whether a connection waits for a lock of another one. */
const blocks = async ({ db }: Stack, holder: pg.Client): Promise<boolean> => {
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { rows } = await sql`select from pg_stat_activity where ${own[0]?.pid} = any(pg_blocking_pids(pid))`.execute(
    db,
  );
  return rows.length > 0;
};

const readJob = async ({ db }: Stack, id: string): Promise<{ state: string; retries: number; limit: number }> => {
  const { rows } = await sql<{ state: string; retries: number; limit: number }>`
    select state::text, retry_count as retries, retry_limit as "limit" from pgboss.job where id::text = ${id}`.execute(
    db,
  );
  const [job] = rows;
  if (!job) throw new Error(`the job ${id} is lost`);
  return job;
};

/**
 * How the work of a killed job was done.
 * @throws unless a job that is retried is completed, at a further attempt
 */
const readEnd = async (stack: Stack, id: string): Promise<FinishedJob['end']> => {
  const { state, retries, limit } = await readJob(stack, id);
  if (limit === 0) return 'by the next job of the schedule';
  expect({ state, isRetried: retries > 0 }).toEqual({ state: 'completed', isRetried: true });
  return 'by the same job';
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

/** A job that a killed worker was running, and how long it took another worker until its work was done, in milliseconds. */
type FinishedJob = { kind: string; doneMs: number; end: 'by the same job' | 'by the next job of the schedule' };

/**
 * Lets a worker run a job of every kind, each to the point of KILLS, and kills it.
 * @returns the ids of the jobs, by kind
 */
const killWorker = async (stack: Stack, cases: readonly JobCase[], kinds: readonly string[]) => {
  const holders = new Map<string, pg.Client>();
  try {
    for (const { kind, lock } of cases) {
      if (lock === undefined) continue;
      const holder = new pg.Client(stack.postgres.connection);
      holders.set(kind, holder);
      await holder.connect();
      await holder.query('begin');
      await holder.query(lock);
    }
    const [long, short] = [cases.filter(({ waitsLong }) => waitsLong), cases.filter(({ waitsLong }) => !waitsLong)];
    for (const jobs of [long, short]) await Promise.all(jobs.map(({ queue }) => queue()));
    return await waitFor(
      async () => {
        const active = await readActive(stack);
        const running = new Set(active.map(({ name }) => name));
        expect(
          kinds.filter((kind) => !running.has(kind)),
          'kinds of which no job runs',
        ).toEqual([]);
        for (const { kind, checkPoint } of cases) {
          const holder = holders.get(kind);
          if (holder) expect(await blocks(stack, holder), `${kind} waits for the lock`).toBe(true);
          await checkPoint?.();
        }
        return new Map(
          cases.map(({ kind, findId }) => {
            const ids = active.filter(({ name }) => name === kind).map(({ id }) => id);
            const id = findId ? findId() : ids[0];
            if (!findId) expect(ids, kind).toHaveLength(1);
            if (id === undefined || !ids.includes(id)) throw new Error(`${kind}: the job ${id} does not run`);
            return [kind, id];
          }),
        );
      },
      { timeoutMs: ACTIVE_TIMEOUT_MS, intervalMs: 50 },
    );
  } finally {
    await stack.worker.kill();
    for (const holder of holders.values()) await holder.end();
  }
};

/**
 * Kills a worker while it runs a job of every kind, and lets another one finish them.
 * @returns the kinds of jobs that the shop has, and what became of the job of each kind
 */
export const killWorkerInEachJob = async (stack: Stack): Promise<{ kinds: string[]; results: FinishedJob[] }> => {
  const { db, provider, mails, proxies, settings } = stack;
  const { cases, silentRequests } = await createCases(stack);
  // The mails of the orders so far.
  await waitFor(async () => expect(await countUnfinished(stack)).toBe(0), WAITING);
  const kinds = await readKinds(stack);
  mails.isSilentAfterData = true;
  provider.unanswered = silentRequests;
  await proxies.bucket.begin('lost responses');
  let killed: Map<string, string>;
  try {
    for (const { prepare } of cases) await prepare?.();
    killed = await killWorker(stack, cases, kinds);
  } finally {
    await proxies.bucket.end();
    mails.isSilentAfterData = false;
    provider.unanswered = undefined;
  }
  await endClaims(stack);
  const startedAt = performance.now();
  const worker = await startNode({ ...settings, PROCESS_ROLE: 'worker' }, PROGRAM);
  try {
    for (const kind of ['sweep_accounts', 'sweep_catalog_changes', 'tell_savers']) await enqueue(db, jobKind(kind), {});
    const results = await Promise.all(
      cases.map(async ({ kind, endDelay, check }): Promise<FinishedJob> => {
        const end = await waitFor(async () => {
          await endDelay?.();
          await check();
          return readEnd(stack, killed.get(kind) ?? '');
        }, WAITING);
        return { kind, end, doneMs: performance.now() - startedAt };
      }),
    );
    await waitFor(async () => expect(await countUnfinished(stack)).toBe(0), WAITING);
    // Done once, also now that nothing is left to do.
    for (const { check } of cases) await check();
    for (const { kind, end } of results)
      if (end === 'by the next job of the schedule')
        expect((await readJob(stack, killed.get(kind) ?? '')).state, kind).toBe('failed');
    // A mail whose confirmation was lost arrives twice, and no more often.
    const copies = mails.countCopies();
    expect(copies.get(killed.get('send_mail') ?? '')).toBe(2);
    expect([...copies].filter(([, count]) => count > 2)).toEqual([]);
    expect(await findWrongBooks(db, stack.booksAtStart)).toEqual([]);
    return { kinds, results };
  } finally {
    await worker.stop();
  }
};
