import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../server/src/account/account.seed.ts';
import { completeOrders } from '../../server/src/orders/complete-orders.service.ts';
import type {} from '../../server/src/testing/database.setup.ts';
import { findWrongBooks } from './books.ts';
import { MailServer, type ReceivedMail } from './mail-server.ts';
import { renderTable, writeSection } from './results.ts';
import { toSeconds } from './statistics.ts';
import {
  buildCommit,
  buildNext,
  findLastRelease,
  presentRelease,
  type Release,
  readBuiltFiles,
} from './upgrade/releases.ts';
import { RunningShop } from './upgrade/shop.ts';
import {
  type Buyer,
  buy,
  type CartOwner,
  createBuyer,
  createBuyingShopper,
  createCartShopper,
  createHolder,
  createMember,
  createReader,
  createVisitor,
  createWritingShopper,
  Listener,
  register,
  type Writer,
} from './upgrade/shoppers.ts';
import { Traffic } from './upgrade/traffic.ts';
import { waitUntil } from './wait-until.ts';

const BUYERS = 3;
/** Orders that are placed while no worker runs: their mails wait in the queue. */
const ORDERS_BEFORE = 12;
/** Rounds of each shopper in a phase, and responses of a node after its replacement. */
const ROUNDS = 3;
const RESPONSES = 30;
const QUEUE_TIMEOUT_MS = 180_000;

let folder: string;
let next: Release;
const lastRelease = await findLastRelease();
/** The paragraphs of each upgrade that has passed. */
const passed: string[][] = [];
const NO_RELEASE =
  'The upgrade from the last tagged release to this version was not tried: no commit before this one has a tag of this major version. FROM_RELEASE names another commit.';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-upgrade-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  if (lastRelease !== undefined && passed.length === 2) await writeSection('Rolling upgrade', passed.flat());
  if (lastRelease === undefined && passed.length === 1) {
    process.stdout.write(`${NO_RELEASE}\n`);
    await writeSection('Rolling upgrade', [NO_RELEASE, ...passed.flat()]);
  }
});

/** The ids of send_mail jobs, by their state. */
const readMailJobs = async (pool: pg.Pool): Promise<{ id: string; state: string; isDue: boolean }[]> =>
  (
    await pool.query<{ id: string; state: string; isDue: boolean }>(
      `select id::text, state::text, start_after <= now() as "isDue" from pgboss.job where name = 'send_mail'`,
    )
  ).rows;

const waitUntilMailsAreSent = async (pool: pg.Pool): Promise<void> => {
  const isFinal = ({ state, isDue }: { state: string; isDue: boolean }) =>
    !isDue || ['completed', 'failed', 'cancelled'].includes(state);
  const areSent = async () => (await readMailJobs(pool)).every(isFinal);
  await waitUntil('all mails are sent', areSent, { timeoutMs: QUEUE_TIMEOUT_MS });
};

/** The first column of a query, as text. */
const selectTexts = async (pool: pg.Pool, text: string, values: unknown[] = []): Promise<string[]> =>
  (await pool.query<unknown[]>({ text, values, rowMode: 'array' })).rows.map(([value]) => String(value));

/** Everything that the shop has acknowledged to somebody. */
type Acknowledged = { buyers: readonly Buyer[]; cartOwner: CartOwner; writer: Writer; waitingMails: readonly string[] };

/** Compares what the shop has stored with what it has acknowledged. @returns rows of the results */
const verify = async (
  { pool, db, booksAtStart }: RunningShop,
  mails: readonly ReceivedMail[],
  { buyers, cartOwner, writer, waitingMails }: Acknowledged,
): Promise<[what: string, acknowledged: number, found: string][]> => {
  const orderIds = buyers.flatMap((buyer) => buyer.orderIds);
  const emails = buyers.map(({ account }) => account.email);
  const found = await pool.query<{ id: string; status: string; payments: number }>(
    `select o.id, o.status, (select count(*) from payment p where p.order_id = o.id and p.status = 'success') as payments
     from shop_order o join account a on a.id = o.account_id where a.email = any($1)`,
    [emails],
  );
  expect(found.rows.map(({ id }) => id).toSorted()).toEqual(orderIds.toSorted());
  expect(found.rows.filter(({ status, payments }) => status !== 'Paid' || payments !== 1)).toEqual([]);
  // Before the orders are completed, because that queues mails to merchants, and no worker runs any more.
  const jobs = await readMailJobs(pool);
  // As the worker's job does: nodes of release 1.0 write neither fulfilments nor the ledger.
  await completeOrders(db);
  expect(await findWrongBooks(db, booksAtStart)).toEqual([]);
  const threadIds = await selectTexts(
    pool,
    `select t.id from message_thread t join account a on a.id = t.account_id
     where a.email = $1 and (select count(*) from message_post p where p.thread_id = t.id) = 2`,
    [writer.account.email],
  );
  expect(threadIds.toSorted()).toEqual(writer.threadIds.toSorted());
  const [quantity] = await selectTexts(
    pool,
    `select quantity from cart_line join account a on a.id = account_id where a.email = $1`,
    [cartOwner.account.email],
  );
  expect(Number(quantity)).toBe(cartOwner.quantity);

  expect(jobs.filter(({ state, isDue }) => isDue && state !== 'completed')).toEqual([]);
  const sent = Map.groupBy(mails, ({ id }) => id);
  const completed = jobs.filter(({ state }) => state === 'completed').map(({ id }) => id);
  expect(completed.filter((id) => sent.get(id)?.length !== 1)).toEqual([]);
  expect(waitingMails.filter((id) => !completed.includes(id))).toEqual([]);
  const confirmed = orderIds.filter(
    (id) => mails.filter(({ to, text }) => emails.includes(to) && text.includes(id)).length === 1,
  );
  expect(confirmed.length).toBe(orderIds.length);
  const failedJobs = await selectTexts(pool, "select name from pgboss.job where state = 'failed'");
  expect(failedJobs).toEqual([]);
  return [
    ['orders, each paid once', orderIds.length, `${found.rows.length}`],
    ['messages with a reply', writer.threadIds.length, `${threadIds.length}`],
    ['pieces in a cart', cartOwner.quantity, `${quantity}`],
    ['mails sent once', completed.length, `${mails.length}`],
    [
      'of them queued before the worker started',
      waitingMails.length,
      `${waitingMails.filter((id) => completed.includes(id)).length}`,
    ],
  ];
};

/** Replaces two nodes and a worker under traffic by another release, and returns to the first one in the same way. */
const upgradeAndReturn = async (name: string, from: Release, to: Release): Promise<void> => {
  const inFolder = join(folder, name);
  await mkdir(inFolder);
  const mails = await MailServer.open();
  const shop = await RunningShop.fill(from, inject('database'), inFolder, mails);
  const traffic = new Traffic(shop.origin);
  let listener: Listener | undefined;
  try {
    for (const part of ['node1', 'node2', 'worker']) await shop.start(part, from);
    await shop.startBalancer();
    traffic.beginPhase('filling');
    const products = (
      await selectTexts(
        shop.pool,
        'select id from product where id not in (select product_id from order_line) order by id limit 40',
      )
    ).map(Number);
    const takeProduct = () => products.pop() ?? 0;
    const buyers: Buyer[] = [];
    while (buyers.length < BUYERS)
      buyers.push(await createBuyer(traffic, await register(traffic, mails), takeProduct()));
    const cartOwner: CartOwner = { account: await register(traffic, mails), quantity: 0 };
    const writer: Writer = { account: await register(traffic, mails), product: takeProduct(), threadIds: [] };
    await shop.stopPart('worker');
    for (let n = 0; n < ORDERS_BEFORE; n++) await buy(traffic, buyers[n % BUYERS] as Buyer);
    const waitingMails = (await readMailJobs(shop.pool)).filter(({ isDue, state }) => isDue && state === 'created');
    expect(waitingMails.length).toBeGreaterThanOrEqual(ORDERS_BEFORE);

    traffic.beginPhase(`two nodes of ${from.name}`);
    listener = new Listener(traffic, shop.origin, writer.account);
    traffic.start(createVisitor(traffic, 'visitor', products));
    traffic.start(createHolder(traffic, 'browser with old scripts', await readBuiltFiles(from)));
    traffic.start(createReader(traffic, products));
    traffic.start(createMember(traffic, mails, DEMO_ACCOUNT));
    traffic.start(createCartShopper(traffic, cartOwner, takeProduct()));
    for (const [n, buyer] of buyers.entries()) traffic.start(createBuyingShopper(traffic, `buyer ${n + 1}`, buyer));
    traffic.start(createWritingShopper(traffic, writer));
    await shop.start('worker', from);
    await traffic.settle(ROUNDS);

    for (const [direction, release, other] of [
      ['up', to, from],
      ['back', from, to],
    ] as const) {
      for (const node of ['node1', 'node2']) {
        traffic.beginPhase(`${direction}: ${node} is replaced by ${release.name}`);
        await shop.replace(node, release);
        if (direction === 'up' && node === 'node1')
          traffic.start(createHolder(traffic, 'browser with new scripts', await readBuiltFiles(to)));
        await traffic.waitForNode(node, RESPONSES);
        if (node === 'node1') traffic.beginPhase(`${direction}: a node of ${release.name}, one of ${other.name}`);
        await traffic.settle(ROUNDS);
      }
      traffic.beginPhase(`${direction}: the worker is replaced by ${release.name}`);
      await shop.replace('worker', release);
      await traffic.settle(ROUNDS);
      traffic.beginPhase(`${direction}: all of ${release.name}`);
      await traffic.settle(ROUNDS);
    }
    await traffic.stop();
    await listener.stop();
    await waitUntilMailsAreSent(shop.pool);
    await shop.stop();

    expect(traffic.failures).toEqual([]);
    expect(shop.errors()).toEqual([]);
    // Each node that stopped has ended a stream, and the shopper has opened the next.
    expect(listener.ended).toBeGreaterThan(0);
    const acknowledged = { buyers, cartOwner, writer, waitingMails: waitingMails.map(({ id }) => id) };
    const found = await verify(shop, mails.received, acknowledged);
    // The earlier release has not undone the later one's migrations.
    const migrations = await selectTexts(shop.pool, 'select name from migration');
    const files = (await readdir(join(to.folder, 'server/migrations'))).filter((file) => file.endsWith('.sql'));
    expect(migrations).toEqual(expect.arrayContaining(files));
    const earlier = new Set(await readdir(join(from.folder, 'server/migrations')));

    const kinds = [...traffic.countKinds()].map(([kind, count]) => `${kind} ${count.toLocaleString('en')}`);
    passed.push([
      `### From ${from.name} to ${to.name}, and back`,
      `${files.filter((file) => !earlier.has(file)).length} further migrations. Requests: ${kinds.join(', ')}. ` +
        `Event streams that ended with their node and were opened again: ${listener.ended}.`,
      renderTable(
        ['phase', 'requests', 'failed', 'median', '99th percentile', 'slowest'],
        traffic
          .summarize()
          .map(({ phase, requests, failed, p50, p99, slowest }) => [
            phase,
            requests,
            failed,
            `${p50} ms`,
            `${p99} ms`,
            `${slowest} ms`,
          ]),
      ),
      renderTable(['acknowledged', 'number', 'found'], found),
      renderTable(
        ['replaced', 'by', 'SIGTERM to exit, with draining', 'start to ready'],
        shop.replacements.map(({ part, release, stopMs, readyMs }) => [
          part,
          release,
          toSeconds(stopMs),
          toSeconds(readyMs),
        ]),
      ),
    ]);
  } finally {
    await listener?.stop();
    await traffic.stop();
    await shop.close();
    await mails.close();
  }
};

describe('two nodes and a worker are replaced under traffic without a failed request, and back', () => {
  beforeAll(async () => {
    next = await buildNext(join(folder, 'next-release'));
  }, 1_800_000);

  it('from this version to the next one', async () => {
    await upgradeAndReturn('to-next', await presentRelease(), next);
  });

  if (lastRelease !== undefined)
    it(`from ${lastRelease} to this version`, async () => {
      const last = await buildCommit(lastRelease, join(folder, 'last-release'));
      await upgradeAndReturn('from-last', last, await presentRelease());
    });
});
