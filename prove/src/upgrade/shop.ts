import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import type pg from 'pg';
import { type Database, openDatabase, openPool } from '../../../server/src/platform/database.ts';
import type { EmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { databaseUrlOf, type ShopNode, startNode } from '../../../server/src/testing/node.ts';
import { type Books, readBooks } from '../books.ts';
import type { MailServer } from '../mail-server.ts';
import { waitUntil } from '../wait-until.ts';
import { startBalancer } from './balancer.ts';
import type { Release } from './releases.ts';

const NODES = 2;
/** As docs/load-balancer.cfg needs it. */
const DRAIN_SECONDS = 10;
const STOCK = 1_000_000;

/** How long a process needed to stop, its draining included, and its successor to be ready; milliseconds. */
export type Replacement = { part: string; release: string; stopMs: number; readyMs: number };

/** Starts a process of a release, and waits until /readyz responds with 200. */
const startShop = async ({ name, folder }: Release, settings: Record<string, string>): Promise<ShopNode> => {
  const node = await startNode(settings, join(folder, 'server/dist/main.js'));
  await waitUntil(`a process of ${name} is ready`, async () => (await fetch(`${node.url}/readyz`)).status === 200);
  return node;
};

type Slot = { part: string; port: number; role: 'web' | 'worker'; process: ShopNode | undefined };

/** Two nodes behind a load balancer and a worker, on one filled database. */
export class RunningShop {
  readonly origin: string;
  readonly pool: pg.Pool;
  readonly db: Database;
  readonly booksAtStart: Books;
  readonly replacements: Replacement[] = [];
  readonly #folder: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #balancerPort: number;
  readonly #slots: readonly Slot[];
  readonly #logs: string[] = [];
  #balancer: { stop(): Promise<void> } | undefined;

  private constructor(
    folder: string,
    settings: Readonly<Record<string, string>>,
    { pool, db, booksAtStart }: Pick<RunningShop, 'pool' | 'db' | 'booksAtStart'>,
    balancerPort: number,
    slots: readonly Slot[],
  ) {
    this.origin = settings.PUBLIC_URL ?? '';
    this.pool = pool;
    this.db = db;
    this.booksAtStart = booksAtStart;
    this.#folder = folder;
    this.#settings = settings;
    this.#balancerPort = balancerPort;
    this.#slots = slots;
  }

  /**
   * Creates a database and lets a release fill it with the demo market, and an account with orders in every state. Mails
   * stay in the queue.
   * @param folder for pictures and configuration
   */
  static async fill(
    release: Release,
    database: EmbeddedPostgres['connection'],
    folder: string,
    mails: MailServer,
  ): Promise<RunningShop> {
    const connection = { ...database, database: `upgrade_${randomUUID().replaceAll('-', '')}` };
    const report = (error: Error) => process.stderr.write(`database: ${error.message}\n`);
    const admin = openPool(database, 1, report);
    await admin.query(`create database ${connection.database}`);
    await admin.end();
    const balancerPort = await getPort();
    const slots: Slot[] = [];
    for (let n = 1; n <= NODES; n++)
      slots.push({ part: `node${n}`, port: await getPort(), role: 'web', process: undefined });
    slots.push({ part: 'worker', port: await getPort(), role: 'worker', process: undefined });
    const data = join(folder, 'data');
    await mkdir(data, { recursive: true });
    const common = {
      DATABASE_URL: databaseUrlOf(connection),
      DATABASE_CONNECTIONS: '6',
      DATA_DIR: data,
      PUBLIC_URL: `http://127.0.0.1:${balancerPort}`,
      TRUSTED_PROXY: '127.0.0.1',
      RATE_LIMIT_FACTOR: '100000',
      // On a busy machine.
      READINESS_TIMEOUT_MS: '20000',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    };
    const filling = await startShop(release, { ...common, NODE_ENV: 'development', PROCESS_ROLE: 'web' });
    await filling.stop();
    const settings = {
      ...common,
      NODE_ENV: 'production',
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      SANDBOX_PAYMENTS: '1',
      SANDBOX_DEMO_ACCOUNT: '1',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    const pool = openPool(connection, 2, report);
    await pool.query(`update product set stock = ${STOCK}`);
    const db = openDatabase(pool);
    return new RunningShop(folder, settings, { pool, db, booksAtStart: await readBooks(db) }, balancerPort, slots);
  }

  /** Starts a node (`node1`, `node2`) or the worker. */
  async start(part: string, release: Release): Promise<void> {
    const slot = this.#slotOf(part);
    slot.process = await startShop(release, { ...this.#settings, PORT: String(slot.port), PROCESS_ROLE: slot.role });
  }

  /** Starts the load balancer in front of the nodes. */
  async startBalancer(): Promise<void> {
    const ports = this.#slots.filter(({ role }) => role === 'web').map(({ port }) => port);
    this.#balancer = await startBalancer(this.#folder, this.#balancerPort, ports);
  }

  /** Sends SIGTERM and waits until the process has exited. @returns milliseconds */
  async stopPart(part: string): Promise<number> {
    const slot = this.#slotOf(part);
    const { process } = slot;
    if (!process) throw new Error(`${part} does not run`);
    const startMs = performance.now();
    const code = await process.stop();
    const stopMs = performance.now() - startMs;
    if (code !== 0) throw new Error(`${part} exited with ${code} after SIGTERM: ${process.log()}`);
    this.#logs.push(process.log());
    slot.process = undefined;
    return stopMs;
  }

  /** Stops a part, and starts it as another release at the same port. */
  async replace(part: string, release: Release): Promise<void> {
    const stopMs = await this.stopPart(part);
    const startMs = performance.now();
    await this.start(part, release);
    this.replacements.push({ part, release: release.name, stopMs, readyMs: performance.now() - startMs });
  }

  /** The errors that nodes and workers have logged. */
  errors(): string[] {
    const logs = [...this.#logs, ...this.#slots.flatMap(({ process }) => process?.log() ?? [])];
    return logs.flatMap((log) => log.split('\n').filter((line) => /"level":(?:50|60)/.test(line)));
  }

  /** Stops what still runs, with SIGTERM. */
  async stop(): Promise<void> {
    for (const { part, process } of this.#slots) if (process) await this.stopPart(part);
  }

  /** Ends everything, also after a failure. */
  async close(): Promise<void> {
    for (const { process } of this.#slots) await process?.kill();
    await this.#balancer?.stop();
    await this.pool.end();
  }

  #slotOf(part: string): Slot {
    const slot = this.#slots.find((candidate) => candidate.part === part);
    if (!slot) throw new Error(`there is no ${part}`);
    return slot;
  }
}
