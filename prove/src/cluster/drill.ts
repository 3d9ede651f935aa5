import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase, openPool } from '../../../server/src/platform/database.ts';
import type { ProductId } from '../../../server/src/platform/ids.ts';
import { readBooks } from '../books.ts';
import { MailServer } from '../mail-server.ts';
import { median } from '../statistics.ts';
import { waitUntil } from '../wait-until.ts';
import { DatabaseCluster, killPostgres, readRecipe } from './database-cluster.ts';
import { Client, createBuyer, Load } from './load.ts';
import { type Machine, OWN_ADDRESS, openNetwork, run } from './machines.ts';
import { MessageWatch } from './message-watch.ts';
import { PriceWatch } from './price-watch.ts';
import { ReplicaWatch } from './replica-watch.ts';
import {
  DATABASE_URL,
  HAPROXY_COMMAND,
  MAIL_PORT,
  READ_URLS,
  readUnexpectedErrors,
  type ShopNode,
  startShop,
} from './shop-nodes.ts';
import { now, seconds, timeOfDay } from './time.ts';
import { countStatuses, isFailed, readTimeline, type Timeline } from './timeline.ts';
import { type Verdict, verify } from './verify.ts';

/**
 * Breaks the primary of a database cluster again and again while shoppers buy, and writes a report as JSON to standard output.
 * It must be the first process of its own namespaces (cluster.prove.ts).
 */

const BUYERS = 6;
const PRODUCTS = 20;
/** More than all buyers take. */
const STOCK = 100_000;
const PROBE_PAUSE_MS = 200;
/** Orders that are placed before a failure, and after it before it counts as over. */
const ORDERS_AROUND = 15;
/** Time without an error after which a failure counts as over. */
const QUIET_MS = 3000;
/** The nodes notice within this time that prices have changed while they could not read changes. */
const SETTLING_MS = 2000;
/** Reads of the price after each failure. */
const READS_AFTER = 50;
/** Messages and mails that were acknowledged so long before a failure count as those of the failure. */
const BEFORE_MS = 1000;
/** Of each log, when the drill fails. */
const LOG_LINES = 40;

type Failure = {
  name: string;
  strike(primary: Machine): Promise<unknown>;
  /** Ends what `strike` began, after the shop works again. */
  repair(primary: Machine): Promise<unknown>;
};

/** How many were acknowledged since a failure, and the seconds until they arrived. */
export type Delays = { count: number; median: number; slowest: number };

export type FailureReport = Timeline &
  Verdict & {
    name: string;
    /** The machine that was the primary. */
    primary: string;
    /** Times of day, in UTC. */
    failedAt: string;
    firstErrorAt: string;
    firstOrderAt: string;
    /** Seconds from the acknowledgement of a price after the failover until both nodes show it. */
    price: number;
    /** Messages until both streams have reported them. */
    reported: Delays;
    /** Mails of paid orders until the mail server has them. */
    mailed: Delays;
    /** Reads of the price, and scans of its table by replicas, from SETTLING_MS after the shop worked again. */
    reads: number;
    replicaReads: number;
    /** Seconds by which the oldest price that a node showed was out of date, until SETTLING_MS after the shop worked again, and afterwards. */
    oldestPriceDuring: number;
    oldestPriceAfter: number;
    /** Errors after the shop worked again, while the lost machine came back. */
    laterErrors: number;
  };

export type DrillReport = {
  failures: FailureReport[];
  /** The last failure again, without synchronous replication. */
  control: Verdict;
  statuses: Record<string, number>;
  longestRequest: number;
  /** How often a node showed an older price after a newer one. */
  reversals: number;
  /** How often a mail arrived more than twice. */
  repeatedMails: number;
  /** Programs of the shop's machines that ended. */
  exits: string[];
  unexpectedErrors: string[];
};

const describeDelays = (delays: readonly number[]): Delays => ({
  count: delays.length,
  median: seconds(0, median(delays)),
  slowest: seconds(0, Math.max(...delays)),
});

const log = (text: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
};

const createFailures = (cluster: DatabaseCluster): Record<'kill' | 'power' | 'cut' | 'split', Failure> => {
  const othersOf = (machine: Machine) => cluster.machines.filter((other) => other !== machine);
  return {
    kill: { name: 'PostgreSQL killed', strike: killPostgres, repair: async () => undefined },
    power: {
      name: 'machine without power',
      strike: (machine) => machine.switchOff(),
      repair: (machine) => cluster.boot(machine),
    },
    cut: {
      name: 'machine cut off from all others',
      strike: (machine) => machine.unplug(),
      repair: (machine) => machine.plug(),
    },
    split: {
      name: 'machine cut off from the other two of the database',
      strike: (machine) => machine.isolateFrom(othersOf(machine)),
      repair: (machine) => machine.reconnectTo(othersOf(machine)),
    },
  };
};

/** Gives the products that are bought enough stock. @returns them, and another one whose price changes */
const prepareProducts = async (db: Database) => {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .orderBy('id')
    .limit(PRODUCTS + 1)
    .execute();
  const [watched, ...bought] = rows;
  if (!watched || bought.length < PRODUCTS) throw new Error('the market has too few products');
  const products: ProductId[] = bought.map(({ id }) => id);
  await sql`update product set stock = ${STOCK} where id = any(${products})`.execute(db);
  return { watched, products };
};

/** Reads from the primary through each node, until the signal is aborted. */
const probe = async (
  client: Client,
  nodes: readonly ShopNode[],
  headers: Record<string, string>,
  signal: AbortSignal,
) => {
  const read = async (node: ShopNode) => {
    while (!signal.aborted) {
      await client.call('read', '/backend/user/messages/unread/', { headers }, node);
      await wait(PROBE_PAUSE_MS);
    }
  };
  await Promise.all(nodes.map(read));
};

/** What every failure uses: the cluster, the load on the shop, and the observers that record what shoppers see. */
class Drill {
  readonly #cluster: DatabaseCluster;
  readonly #nodes: readonly ShopNode[];
  readonly #load: Load;
  readonly #prices: PriceWatch;
  readonly #messages: MessageWatch;
  readonly #replicas: ReplicaWatch;
  readonly #mails: MailServer;
  readonly #verify: () => Promise<Verdict>;

  constructor(parts: {
    cluster: DatabaseCluster;
    nodes: readonly ShopNode[];
    load: Load;
    prices: PriceWatch;
    messages: MessageWatch;
    replicas: ReplicaWatch;
    mails: MailServer;
    verify: () => Promise<Verdict>;
  }) {
    this.#cluster = parts.cluster;
    this.#nodes = parts.nodes;
    this.#load = parts.load;
    this.#prices = parts.prices;
    this.#messages = parts.messages;
    this.#replicas = parts.replicas;
    this.#mails = parts.mails;
    this.#verify = parts.verify;
  }

  #waitForOrders(): Promise<number> {
    const { orders } = this.#load.acknowledged;
    const target = orders.size + ORDERS_AROUND;
    return waitUntil('orders are placed', () => orders.size >= target);
  }

  /** Breaks the primary under traffic, and waits until shoppers no longer notice. */
  async #break({ name, strike, repair }: Failure, isSynchronous: boolean) {
    await this.#cluster.waitUntilComplete(isSynchronous);
    const { attempts } = this.#load.client;
    this.#load.start();
    await this.#waitForOrders();
    const primary = await this.#cluster.findPrimary();
    log(`${name}: ${primary.name}`);
    const failedAt = now();
    await strike(primary);
    const names = this.#nodes.map((node) => node.name);
    await waitUntil('the shop works again', () => readTimeline(attempts, failedAt, names) !== undefined);
    await this.#waitForOrders();
    await waitUntil('there are no more errors', () => {
      const timeline = readTimeline(attempts, failedAt, names);
      return timeline !== undefined && now() - failedAt > timeline.lastError * 1000 + QUIET_MS;
    });
    const timeline = readTimeline(attempts, failedAt, names);
    if (!timeline) throw new Error('the shop does not work any more');
    log(JSON.stringify(timeline));
    const attemptCount = attempts.length;
    await repair(primary);
    return { primary: primary.name, failedAt, timeline, attemptCount };
  }

  /** Milliseconds from each payment that was acknowledged after a moment until its mail arrived. */
  #mailDelays(since: number): number[] {
    const payments = [...this.#load.acknowledged.payments.values()].filter(({ at }) => at >= since);
    return payments.map(({ orderId, email, at }) => {
      const mail = this.#mails.received.find(({ to, text }) => to === email && text.includes(orderId));
      return Math.max(0, (mail?.at ?? Number.POSITIVE_INFINITY) - at);
    });
  }

  async run(failure: Failure): Promise<FailureReport> {
    const { attempts } = this.#load.client;
    const { primary, failedAt, timeline, attemptCount } = await this.#break(failure, true);
    const recoveredAt = failedAt + Math.max(timeline.readsAgain, timeline.ordersAgain, timeline.lastError) * 1000;
    const price = await this.#prices.waitUntilChangeIsVisible(failedAt + timeline.ordersAgain * 1000);
    await this.#cluster.waitUntilComplete();
    await this.#load.stop();
    const laterErrors = attempts.slice(attemptCount).filter(isFailed);
    for (const { kind, node, status, startedAt, endedAt } of laterErrors)
      log(`${kind} ${node} ${status} ${seconds(failedAt, startedAt)} to ${seconds(failedAt, endedAt)}`);
    // What was acknowledged just before the failure had to arrive during it.
    const since = failedAt - BEFORE_MS;
    await waitUntil('every paid order is mailed', () => this.#mailDelays(since).every(Number.isFinite));
    const settledAt = recoveredAt + SETTLING_MS;
    await waitUntil('the price is read again, from replicas too', () => {
      const moment = now();
      return this.#prices.countReads(settledAt, moment) >= READS_AFTER && this.#replicas.count(settledAt, moment) > 0;
    });
    const end = now();
    await this.#messages.waitUntilReported();
    const report = {
      name: failure.name,
      primary,
      failedAt: timeOfDay(failedAt),
      firstErrorAt: timeOfDay(failedAt + timeline.firstError * 1000),
      firstOrderAt: timeOfDay(failedAt + timeline.ordersAgain * 1000),
      ...timeline,
      ...(await this.#verify()),
      price: seconds(price.acknowledgedAt, price.visibleAt),
      reported: describeDelays(this.#messages.delays(since, end)),
      mailed: describeDelays(this.#mailDelays(since)),
      reads: this.#prices.countReads(settledAt, end),
      replicaReads: this.#replicas.count(settledAt, end),
      oldestPriceDuring: seconds(0, this.#prices.maxAge(failedAt, settledAt)),
      oldestPriceAfter: seconds(0, this.#prices.maxAge(settledAt, end)),
      laterErrors: laterErrors.length,
    };
    log(JSON.stringify(report));
    return report;
  }

  /** A failure without synchronous replication, to see that `verify` notices what is lost. */
  async runControl(failure: Failure): Promise<Verdict> {
    await this.#cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false });
    await this.#break(failure, false);
    await this.#load.stop();
    return this.#verify();
  }
}

/** Makes the names of the recipe known to this process and to the machines that it starts. */
const addHosts = async (folder: string): Promise<void> => {
  const file = join(folder, 'hosts');
  await writeFile(file, (await readFile('/etc/hosts', 'utf8')) + (await readRecipe('hosts')));
  await run('mount', ['--bind', file, '/etc/hosts']);
};

const drill = async (folder: string): Promise<DrillReport> => {
  // Everything is in memory, and disappears with the namespaces.
  await run('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  await addHosts(folder);
  await openNetwork();
  log('starting the database cluster');
  const cluster = await DatabaseCluster.start(folder);
  await cluster.runSql('shop.sql');
  const mails = await MailServer.open({ host: OWN_ADDRESS, port: MAIL_PORT });

  log('starting the shop');
  spawn(HAPROXY_COMMAND[0], HAPROXY_COMMAND.slice(1), { stdio: 'ignore' });
  const exits: string[] = [];
  const { web: nodes, worker } = await startShop(folder, (program, code) =>
    exits.push(`${program} ended with ${code}`),
  );
  const pool = openPool(DATABASE_URL, 4, () => undefined, { statementMs: 30_000, requiresPrimary: true });
  const db = openDatabase(pool);

  const client = new Client(nodes);
  const { watched, products } = await prepareProducts(db);
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createBuyer(db)));
  const load = new Load(client, buyers, products, db);
  const { headers } = await createBuyer(db);
  const prices = new PriceWatch(db, watched.id, client, nodes);
  const messages = new MessageWatch(client, nodes, headers, watched.id);
  const replicas = new ReplicaWatch(Object.values(READ_URLS));
  const booksAtStart = await readBooks(db);
  const verifyAll = () => verify(db, load.acknowledged, { buyers, booksAtStart, mails });

  const watching = new AbortController();
  const { signal } = watching;
  const watches = Promise.all([
    prices.run(signal),
    messages.run(signal),
    replicas.run(signal),
    probe(client, nodes, headers, signal),
  ]);
  const runner = new Drill({ cluster, nodes, load, prices, messages, replicas, mails, verify: verifyAll });
  const { kill, power, cut, split } = createFailures(cluster);
  const failures: FailureReport[] = [];
  for (const failure of [kill, cut, kill, power, kill, cut, kill, kill, split])
    failures.push(await runner.run(failure));
  const reversals = prices.countReversals();
  const statuses = countStatuses(client.attempts);
  const longestRequest = seconds(0, Math.max(...client.attempts.map(({ startedAt, endedAt }) => endedAt - startedAt)));
  const unexpectedErrors = (await Promise.all([...nodes, worker].map(readUnexpectedErrors))).flat();
  const repeatedMails = [...mails.countCopies().values()].filter((copies) => copies > 2).length;
  const control = await runner.runControl(split);
  watching.abort();
  await watches;
  return { failures, control, statuses, longestRequest, reversals, repeatedMails, exits, unexpectedErrors };
};

/** The ends of all logs, to find out why the drill failed. */
const printLogs = async (folder: string): Promise<void> => {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.log') || file.includes('/var/')) continue;
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
    process.stderr.write(`\n=== ${file}\n${lines.slice(-LOG_LINES).join('\n')}`);
  }
};

const [, , folder] = process.argv;
// The test that started this process has ended.
process.stdin.on('end', () => process.exit(1)).resume();
if (folder === undefined) throw new Error('name an empty folder');
try {
  process.stdout.write(JSON.stringify(await drill(folder)));
  process.exit(0);
} catch (error) {
  await printLogs(folder);
  process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}
