import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskMedia } from '../../server/src/ports/media/disk.media.ts';
import { type ShopNode, startNode } from '../../server/src/testing/node.ts';
import { waitUntilBlocked } from '../../server/src/testing/shop.ts';
import { waitFor } from '../../server/src/testing/wait-for.ts';
import { findWrongBooks } from './books.ts';
import { startBalancer } from './faults/balancer.ts';
import { FakeClock } from './faults/clock.ts';
import { killBackup, killImport } from './faults/commands.ts';
import { DELAY_MS, type FaultProxy, type NetworkFault } from './faults/fault-proxy.ts';
import { KILLS, killWorkerInEachJob } from './faults/jobs.ts';
import { createEatingPages, EATEN_BYTES } from './faults/memory-eater.ts';
import {
  type Disturbed,
  FAULT_MS,
  type Fault,
  findProblems,
  type Observation,
  observeFault,
} from './faults/observe.ts';
import { countStopped, readMemory, signalTree } from './faults/processes.ts';
import { KINDS, type Kind, LIMIT_MS, Recorder, type Route, routeTo } from './faults/recorder.ts';
import {
  countPaidOrders,
  countWrongClocks,
  expectJobsRun,
  openSingleNode,
  waitForSchedule,
} from './faults/single-node.ts';
import { SmallDisk, useUpLog } from './faults/small-disk.ts';
import {
  addBuyer,
  createFolder,
  openStack,
  PROGRAM,
  picturesOf,
  SERVICES,
  type Service,
  type Stack,
} from './faults/stack.ts';
import { createPictures, type Shoppers, type TrafficShop } from './faults/traffic.ts';
import { type RowTable, writeRow } from './results.ts';
import { toSeconds } from './statistics.ts';
import { waitUntil } from './wait-until.ts';

/** Longer than the queue needs to notice a lost job, and the delays of its retries. */
const MAIL_WAITING = { timeoutMs: 600_000, intervalMs: 1000 };

const except = (...affected: Kind[]): Kind[] => KINDS.filter((kind) => !affected.includes(kind));
/** What shoppers can do without each of the systems. */
const UNAFFECTED: Record<Service, readonly Kind[]> = {
  PostgreSQL: ['home page', 'list', 'picture', 'new picture'],
  Redis: KINDS,
  bucket: except('new picture', 'upload'),
  'mail server': KINDS,
  'payment provider': except('checkout'),
};
const CHANGES_OF_ACCOUNTS: readonly Kind[] = ['upload', 'cart', 'totals', 'checkout', 'message'];
const NETWORK_FAULTS: readonly [name: string, fault: NetworkFault][] = [
  [`responds ${DELAY_MS / 1000} s later`, 'delay'],
  ['is not running', 'cut'],
  ['resets connections', 'reset'],
  ['accepts connections and is silent', 'half-open'],
];

const NAMES = {
  databaseStopped: 'the processes of PostgreSQL are stopped (SIGSTOP)',
  workerStopped: 'the worker is stopped (SIGSTOP)',
  mails: 'the mails of all orders above',
  nodeStopped: 'one of two web nodes is stopped (SIGSTOP)',
  nodeStoppedInOrder: 'one of two web nodes is stopped in the middle of an order',
  importKilled: 'an import is killed (SIGKILL) in the middle of its file',
  backupKilled: 'a backup is killed (SIGKILL) while it writes its file',
  diskFull: 'the disk of database and pictures is full',
} as const;
const nameNetworkFault = (service: Service, fault: string) => `${service} ${fault}`;
const nameKill = (kind: string) => `the worker is killed (SIGKILL) in \`${kind}\`: ${KILLS[kind]?.point}`;
const nameClock = (jump: string) => `the clock is ${jump}, and then right again`;
const nameClockJobs = (jump: string) => `the clock was ${jump}: scheduled jobs and mails`;
const nameMemory = (of: string) => `a render thread takes memory (${of}) until it is ended`;
const CLOCK_JUMPS = [
  ['2 hours ahead', 2 * 3600],
  ['2 hours behind', -2 * 3600],
] as const;
const EATERS = [
  ['objects', '/eats-objects'],
  ['buffers', '/eats-buffers'],
] as const;

const TABLE: RowTable = {
  title: 'Faults',
  intro: `Each fault lasts ${toSeconds(FAULT_MS)}, while shoppers browse, order and pay and a merchant changes prices. No response may take longer than ${toSeconds(LIMIT_MS)}. Each row is of the last run of its fault that passed.`,
  head: ['fault', 'what it disturbed', 'what shoppers see', 'how long', 'what was lost'],
  names: [
    ...SERVICES.flatMap((service) => NETWORK_FAULTS.map(([fault]) => nameNetworkFault(service, fault))),
    NAMES.databaseStopped,
    NAMES.workerStopped,
    NAMES.mails,
    NAMES.nodeStopped,
    NAMES.nodeStoppedInOrder,
    ...Object.keys(KILLS).map(nameKill),
    NAMES.importKilled,
    NAMES.backupKilled,
    ...CLOCK_JUMPS.flatMap(([jump]) => [nameClock(jump), nameClockJobs(jump)]),
    NAMES.diskFull,
    ...EATERS.map(([of]) => nameMemory(of)),
  ],
};
/** Writes the row of a fault that has passed. */
const record = ({ fault, disturbed, seen, duration, lost }: Observation): Promise<void> =>
  writeRow(TABLE, [fault, disturbed, seen, duration, lost]);

const countStoppedOf = async (pid: number): Promise<Disturbed> => ({
  count: await countStopped(pid),
  one: 'stopped process',
  many: 'stopped processes',
});

const observe = async (shop: TrafficShop, getRoute: () => Route, shoppers: Shoppers, fault: Fault) => {
  const { row, problems } = await observeFault(shop, getRoute, shoppers, fault);
  expect(problems, JSON.stringify(row)).toEqual([]);
  return row;
};

/** Opens a shop with buyers. */
const openShoppedStack = async (): Promise<Stack & { shoppers: Shoppers }> => {
  const stack = await openStack();
  try {
    const [first, second, writer] = [await addBuyer(stack), await addBuyer(stack), await addBuyer(stack)];
    const { id: unpaidOrder } = await writer.placeOrder();
    return { ...stack, shoppers: { buyers: [first, second], writer, unpaidOrder } };
  } catch (error) {
    await stack.close();
    throw error;
  }
};

describe('faults of the systems around a shop', () => {
  let stack: Awaited<ReturnType<typeof openShoppedStack>>;
  beforeAll(async () => {
    stack = await openShoppedStack();
  });
  afterAll(() => stack?.close());

  const tryFault = async (fault: Fault, getRoute = routeTo(stack.web)) => {
    const row = await observe({ ...stack, pictures: picturesOf(stack.bucket) }, getRoute, stack.shoppers, fault);
    expect([stack.web.isRunning(), stack.worker.isRunning()]).toEqual([true, true]);
    await record(row);
  };

  const nameDisturbed = (service: Service, fault: NetworkFault) => {
    // A node logs the loss of Redis once.
    if (service === 'Redis' && fault === 'cut')
      return { one: 'connection; refused ones are not logged', many: 'connections; refused ones are not logged' };
    return { one: 'connection or packet', many: 'connections and packets' };
  };

  /** Connections that were refused, as the errors in the logs of both processes show: the proxy does not know of them. */
  const countRefused = ({ port }: FaultProxy): number =>
    `${stack.web.log()}${stack.worker.log()}`.split(`ECONNREFUSED 127.0.0.1:${port}`).length - 1;
  for (const service of SERVICES)
    for (const [name, fault] of NETWORK_FAULTS)
      it(nameNetworkFault(service, name), () => {
        const proxy = stack.proxies[service];
        const refusedBefore = countRefused(proxy);
        return tryFault({
          name: nameNetworkFault(service, name),
          begin: () => proxy.begin(fault),
          end: () => proxy.end(),
          countDisturbed: async () => ({
            count: proxy.disturbed + countRefused(proxy) - refusedBefore,
            ...nameDisturbed(service, fault),
          }),
          unaffected: UNAFFECTED[service],
        });
      });

  it('the processes of the database are stopped', () =>
    tryFault({
      name: NAMES.databaseStopped,
      begin: () => signalTree(stack.postgres.pid, 'SIGSTOP'),
      end: () => signalTree(stack.postgres.pid, 'SIGCONT'),
      countDisturbed: () => countStoppedOf(stack.postgres.pid),
      unaffected: UNAFFECTED.PostgreSQL,
    }));

  it('the worker is stopped', () =>
    tryFault({
      name: NAMES.workerStopped,
      begin: () => signalTree(stack.worker.pid, 'SIGSTOP'),
      end: () => signalTree(stack.worker.pid, 'SIGCONT'),
      countDisturbed: () => countStoppedOf(stack.worker.pid),
      unaffected: KINDS,
    }));

  it('each paid order was mailed once', async () => {
    const { mails } = stack;
    const copies = { orders: 0, mails: 0 };
    for (const buyer of stack.shoppers.buyers) {
      const paid = await countPaidOrders(stack.db, buyer.accountId);
      await waitFor(() => expect(mails.mailsTo(buyer.email)).toHaveLength(paid), MAIL_WAITING);
      copies.orders += paid;
      copies.mails += mails.received.filter(({ to }) => to === buyer.email).length;
    }
    expect(copies.orders).toBeGreaterThan(0);
    expect([...mails.countCopies()].filter(([, count]) => count > 2)).toEqual([]);
    await record({
      fault: NAMES.mails,
      disturbed: `${copies.mails} mails`,
      seen: `${copies.orders} paid orders have one mail each, by its Message-ID`,
      duration: 'while the mail server is away a mail waits, and is tried again after 15 s, 30 s, …',
      lost: `nothing; ${copies.mails - copies.orders} were sent twice, because the confirmation of the first was lost`,
    });
  });

  describe('with a second web node', () => {
    let other: ShopNode;
    beforeAll(async () => {
      other = await startNode({ ...stack.settings, PROCESS_ROLE: 'web' }, PROGRAM);
    });
    afterAll(async () => void (await other?.kill()));

    it('a web node is stopped', async () => {
      const balancer = startBalancer([stack.web, other]);
      await tryFault(
        {
          name: NAMES.nodeStopped,
          begin: () => signalTree(stack.web.pid, 'SIGSTOP'),
          end: () => signalTree(stack.web.pid, 'SIGCONT'),
          countDisturbed: () => countStoppedOf(stack.web.pid),
          // An account whose change the stopped node holds cannot be changed for a few seconds (429).
          unaffected: except(...CHANGES_OF_ACCOUNTS),
          barelyAffected: CHANGES_OF_ACCOUNTS,
        },
        balancer.getRoute,
      ).finally(balancer.stop);
    });

    it('a web node is stopped in the middle of an order, whose locks it holds', async () => {
      const { db, web } = stack;
      const [interrupted, next] = [await addBuyer(stack), await addBuyer(stack)];
      const [interruptedBody, nextBody] = [await interrupted.prepareCheckout(), await next.prepareCheckout()];
      // The payment is inserted last. The trigger makes it wait until the node is stopped.
      await sql`create function wait_for_stop() returns trigger language plpgsql as
        $$ begin perform pg_advisory_lock(7); perform pg_advisory_unlock(7); return new; end $$`.execute(db);
      await sql`create trigger wait_for_stop before insert on payment for each row execute function wait_for_stop()`.execute(
        db,
      );
      const holder = new pg.Client(stack.postgres.connection);
      await holder.connect();
      const recorder = new Recorder(routeTo(other));
      try {
        await holder.query('select pg_advisory_lock(7)');
        const key = randomUUID();
        const hanging = interrupted.submitCheckout(interruptedBody, key);
        await waitUntilBlocked(db, 1);
        process.kill(web.pid, 'SIGSTOP');
        await waitUntil('the node is stopped', async () => (await countStopped(web.pid)) === 1);
        await holder.end();
        const stoppedAt = performance.now();
        // The same product, and the same buyer, on the other node.
        const submit = ({ headers }: typeof next, payload: object, idempotencyKey: string) =>
          recorder.sendUntilDone(
            'checkout',
            {
              method: 'POST',
              url: '/backend/create-order/initialize-payment/',
              headers: { ...headers, 'idempotency-key': idempotencyKey },
              payload,
            },
            () => performance.now() - stoppedAt > 4 * LIMIT_MS,
          );
        const placed = await Promise.all([
          submit(next, nextBody, randomUUID()),
          submit(interrupted, interruptedBody, key),
        ]);
        const waitedMs = performance.now() - stoppedAt;
        process.kill(web.pid, 'SIGCONT');
        const { statusCode } = await hanging;
        expect(placed.map((response) => response?.statusCode)).toEqual([200, 200]);
        expect(findProblems(recorder.samples, [])).toEqual([]);
        expect([200, 503]).toContain(statusCode);
        expect(await interrupted.listOrders()).toHaveLength(1);
        expect(await findWrongBooks(db, stack.booksAtStart)).toEqual([]);
        await record({
          fault: NAMES.nodeStoppedInOrder,
          disturbed: 'the order, which waits for its last statement',
          seen: `another order of the same product, and the same order on the other node, wait for its locks; the interrupted request gets ${statusCode}`,
          duration: `${toSeconds(waitedMs)} until both were placed`,
          lost: 'nothing: 1 order of the interrupted buyer',
        });
      } finally {
        process.kill(web.pid, 'SIGCONT');
        await holder.end();
        await sql`drop function wait_for_stop cascade`.execute(db);
      }
    });
  });
});

it('a worker is killed in each kind of job', async () => {
  const stack = await openStack();
  try {
    const { kinds, results } = await killWorkerInEachJob(stack);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    for (const { kind, end, doneMs } of results)
      await record({
        fault: nameKill(kind),
        disturbed: 'the job, which was at this point',
        seen: KILLS[kind]?.seen ?? '',
        duration: `done ${end} ${toSeconds(doneMs)} after the next worker started; ${KILLS[kind]?.shortened}`,
        lost: 'nothing; no money moved twice',
      });
  } finally {
    await stack.close();
  }
});

it('an import and a backup are killed', async () => {
  const stack = await openStack();
  const [importFolder, backupFolder] = [await createFolder(), await createFolder()];
  try {
    const { before, output } = await killImport(stack, importFolder.path);
    await record({
      fault: NAMES.importKilled,
      disturbed: 'the import, after its first products',
      seen: `the ${before} products so far`,
      duration: 'until it is started again',
      lost: `nothing, nothing twice: "${output}"`,
    });
    const checked = await killBackup(stack, backupFolder.path);
    await record({
      fault: NAMES.backupKilled,
      disturbed: 'the backup, which had begun its file',
      seen: 'nothing',
      duration: 'until it is started again',
      lost: `nothing; no incomplete file has the name of a backup, and the next one is complete: "${checked}"`,
    });
  } finally {
    await stack.close();
    await importFolder.remove();
    await backupFolder.remove();
  }
});

describe('a shop on one machine', () => {
  it.each(CLOCK_JUMPS)('the clock jumps: %s, and back', async (name, seconds) => {
    const folder = await createFolder();
    const clock = await FakeClock.create(folder.path);
    const shop = await openSingleNode(join(folder.path, 'data'), clock.environment);
    try {
      const row = await observe(shop, routeTo(shop.node), shop.shoppers, {
        name: nameClock(name),
        begin: async () => {
          await clock.set(seconds);
          // The queue stores when it last looked at the schedule.
          if (seconds > 0) await waitForSchedule(shop, seconds);
        },
        end: () => clock.set(0),
        countDisturbed: async () => ({
          count: await countWrongClocks(shop),
          one: 'clock: of the shop or of its database',
          many: 'clocks: of the shop and of its database',
        }),
        unaffected: ['home page', 'list'],
        // PostgreSQL measures its time-outs with this clock: they end what runs when it jumps ahead.
        barelyAffected: except('home page', 'list'),
      });
      await record(row);
      const cancelledMs = await expectJobsRun(shop);
      await record({
        fault: nameClockJobs(name),
        disturbed: 'the schedule, and times that were stored meanwhile',
        seen: 'each paid order has one mail',
        duration: `an unpaid order is cancelled after ${toSeconds(cancelledMs)}`,
        lost: 'nothing',
      });
    } finally {
      await shop.close();
      await folder.remove();
    }
  });

  it('the disk is full: database and pictures', async () => {
    const folder = await createFolder();
    const disk = SmallDisk.mount(folder.path, 400);
    try {
      const data = join(folder.path, 'data');
      const shop = await openSingleNode(data);
      try {
        const media = new DiskMedia(join(data, 'media'));
        const pictures = await createPictures(media);
        const row = await observe({ ...shop, pictures }, routeTo(shop.node), shop.shoppers, {
          name: NAMES.diskFull,
          begin: async () => {
            await disk.fill();
            await useUpLog(shop.db);
          },
          end: () => disk.free(),
          countDisturbed: async () => ({
            count: (await disk.isFull()) ? 1 : 0,
            one: 'file system without free space',
            many: 'file systems without free space',
          }),
          unaffected: ['home page', 'list', 'picture', 'new picture'],
        });
        await record(row);
      } finally {
        await shop.close();
      }
    } finally {
      disk.unmount();
      await folder.remove();
    }
  });
});

/** Requests a page, and checks what its visitor and others see meanwhile. */
it.each(EATERS)('a render thread eats memory: %s', async (name, path) => {
  const stack = await openStack();
  const folder = await createFolder();
  try {
    await createEatingPages(folder.path);
    const node = await startNode(
      { ...stack.settings, PROCESS_ROLE: 'web', PAGES_DIR: folder.path, RENDER_THREADS: '2' },
      PROGRAM,
    );
    try {
      const recorder = new Recorder(routeTo(node));
      await recorder.send('home page', { url: '/' });
      const memoryBefore = await readMemory(node.pid);
      let maxMemory = 0;
      const eaters = new Recorder(routeTo(node));
      const eating = eaters.send('new page', { url: path });
      for (let n = 0; eaters.samples.length === 0 || n < 20; n++) {
        maxMemory = Math.max(maxMemory, await readMemory(node.pid));
        await recorder.send('new page', { url: `/product/list?section=productList&min_price=${n}` });
        await recorder.send('new list', { url: `/backend/api/products/?max_price=${100_000 + n}` });
      }
      await eating;
      const [eaten] = eaters.samples;
      // Refused, with Retry-After.
      expect(eaten).toMatchObject({ status: 503, problem: undefined });
      expect(eaten?.ms).toBeLessThan(LIMIT_MS);
      expect(findProblems(recorder.samples, ['home page', 'new page', 'new list'])).toEqual([]);
      expect(node.isRunning()).toBe(true);
      expect(maxMemory - memoryBefore).toBeLessThan(EATEN_BYTES / 2);
      await record({
        fault: nameMemory(name),
        disturbed: 'a render thread, which was ended',
        seen: `its visitor gets ${eaten?.status}; other pages and lists work`,
        duration: `ended after ${toSeconds(eaten?.ms ?? Number.NaN)}; slowest other response ${toSeconds(Math.max(...recorder.samples.map(({ ms }) => ms)))}`,
        lost: `nothing; the process took ${Math.round((maxMemory - memoryBefore) / 2 ** 20)} MB more for that time`,
      });
    } finally {
      await node.stop();
    }
  } finally {
    await stack.close();
    await folder.remove();
  }
});
