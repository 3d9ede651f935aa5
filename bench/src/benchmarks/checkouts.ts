import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { drawOrderId } from '../../../server/src/orders/order.rules.ts';
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import type { CheckoutSqlAnswer, CheckoutSqlOrder, Filling } from '../baselines/checkout-sql.task.ts';
import { recordCheckout } from '../baselines/record-checkout.ts';
import { family, processorTime } from '../cpu-time.ts';
import type { CheckoutsAnswer, CheckoutsOrder } from '../load/checkouts.task.ts';
import { type Part, ratioFigure } from '../measurement.ts';
import { ask, databaseUrl, startProgram, startShop, temporaryFolder } from '../processes.ts';
import { addBuyers, type Buyer, fillShelves, PIECES } from '../shoppers/buyers.ts';
import { inTurns, median } from '../statistics.ts';

const BUYERS = fileURLToPath(new URL('../load/checkouts.ts', import.meta.url));
const BARE_SQL = fileURLToPath(new URL('../baselines/checkout-sql.ts', import.meta.url));
const AT_ONCE = 16;
/** Connections to the database on either side: the shop's default. */
const CONNECTIONS = 10;
const SECRET = `sk_test_${randomBytes(24).toString('hex')}`;

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'];
/** Seconds of processor time. */
type Cost = { program: number; database: number };

const openFor = (connection: Connection) =>
  openPool(connection, 1, (error) => process.stderr.write(`${error.message}\n`));

/** Two databases alike: one for the shop, one for the rival, whose jobs nobody works off. */
const makeDatabases = async (connection: Connection, dataDir: string) => {
  const [shop, rival] = [
    { ...connection, database: 'shop' },
    { ...connection, database: 'rival' },
  ];
  const admin = openFor(connection);
  await admin.query('create database shop');
  const first = await startShop({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl(shop) });
  await first.stop();
  const pool = openFor(shop);
  await fillShelves(pool);
  await pool.query('insert into sandbox_provider (secret) values ($1)', [SECRET]);
  await pool.end();
  await admin.query('create database rival template shop');
  await admin.end();
  return { shop, rival };
};

const fillingOf = (buyer: Buyer): Filling => ({
  ...buyer,
  order: drawOrderId(),
  accessCode: randomBytes(9).toString('base64url'),
  mail: randomUUID(),
});

/** What whole checkouts leave behind. */
type Traces = { paid: number; mails: number; emptied: number; stock: number };
const tracesIn = async (pool: pg.Pool): Promise<Traces> => {
  const { rows } = await pool.query<Traces>(`
    select (select count(*) from shop_order join payment on order_id = id
            where shop_order.status = 'Paid' and payment.status = 'success') as paid,
      (select count(*) from pgboss.job where name = 'send_mail') as mails,
      (select count(*) from checkout where rate_at is not null
         and not exists (select from cart_line where cart_line.account_id = checkout.account_id)) as emptied,
      (select sum(stock) from product) as stock`);
  if (!rows[0]) throw new Error('the database tells nothing');
  return rows[0];
};

/** @throws Error unless every checkout was whole: a paid order, a mail, an empty cart, and its pieces out of stock */
const expectWhole = (before: Traces, after: Traces, orders: number): void => {
  const seen = {
    paid: after.paid - before.paid,
    mails: after.mails - before.mails,
    emptied: after.emptied - before.emptied,
  };
  const pieces = before.stock - after.stock;
  if (Object.values(seen).some((count) => count !== orders) || pieces !== orders * PIECES)
    throw new Error(`${orders} checkouts left ${JSON.stringify(seen)} and took ${pieces} pieces`);
};

/** Waits until the mails of all orders are sent: they are a part of what orders cost. */
const untilMailed = async (pool: pg.Pool): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      "select count(*) as left from pgboss.job where name = 'send_mail' and state < 'completed'",
    );
    if (rows[0]?.left === 0) return;
    await wait(250);
  }
};

const costText = (name: string, { program, database }: Cost): string =>
  `${name} ${program.toFixed(2)} s, database ${database.toFixed(2)} s`;
const medianCost = (costs: readonly Cost[]): Cost => ({
  program: median(costs.map(({ program }) => program)),
  database: median(costs.map(({ database }) => database)),
});

/** Whole checkouts, over HTTP against their SQL alone. */
export const checkouts: Part = async ({ quick }) => {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const at = await makeDatabases(postgres.connection, folder.path);
  const pools = { shop: openFor(at.shop), rival: openFor(at.rival) };
  const recording = openFor(at.rival);
  const recorded = await recordCheckout(recording, SECRET, await addBuyers(pools.rival, 3));
  await recording.end();
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl(at.shop),
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    // The market is there: this one is a shop as it is run, whose mails and payments stay within.
    NODE_ENV: 'production',
    ALLOW_SANDBOX: '1',
  };
  const shop = await startShop({ ...settings, PROCESS_ROLE: 'web' });
  // Mails are sent after the orders of a round, as the loop has none to send: until then the worker stands still.
  const worker = await startShop({ ...settings, PROCESS_ROLE: 'worker' });
  process.kill(worker.pid, 'SIGSTOP');
  const sendMails = async () => {
    process.kill(worker.pid, 'SIGCONT');
    await untilMailed(pools.shop);
    process.kill(worker.pid, 'SIGSTOP');
  };
  const bare = startProgram(BARE_SQL, [JSON.stringify(at.rival), String(CONNECTIONS)]);
  const buyers = startProgram(BUYERS);
  const orders = quick ? 150 : 400;

  /** What a program and the database have used so far, with the connections that were opened meanwhile. */
  const used = async (pids: readonly number[]): Promise<Cost> => ({
    program: await processorTime(pids),
    database: await processorTime(await family(postgres.pid)),
  });
  /** Has fresh buyers check out. @returns orders a second; what they cost is put down in `costs` */
  const measure = async (
    pool: pg.Pool,
    pids: readonly number[],
    costs: Cost[],
    run: (fresh: Buyer[]) => Promise<{ seconds: number }>,
    after: () => Promise<void>,
  ): Promise<number> => {
    const fresh = await addBuyers(pool, orders);
    const traces = await tracesIn(pool);
    const before = await used(pids);
    const { seconds } = await run(fresh);
    await after();
    const now = await used(pids);
    const perHundred = 100 / orders;
    costs.push({
      program: (now.program - before.program) * perHundred,
      database: (now.database - before.database) * perHundred,
    });
    expectWhole(traces, await tracesIn(pool), orders);
    return orders / seconds;
  };
  const costs = { ours: [] as Cost[], theirs: [] as Cost[] };
  const ours = () =>
    measure(
      pools.shop,
      [shop.pid, worker.pid],
      costs.ours,
      (fresh) => {
        const order: CheckoutsOrder = { origin: shop.origin, secret: SECRET, buyers: fresh, lanes: AT_ONCE };
        return ask<CheckoutsAnswer>(buyers, order);
      },
      sendMails,
    );
  const theirs = () =>
    measure(
      pools.rival,
      [bare.pid],
      costs.theirs,
      (fresh) => {
        const order: CheckoutSqlOrder = { units: recorded, fillings: fresh.map(fillingOf), lanes: AT_ONCE };
        return ask<CheckoutSqlAnswer>(bare, order);
      },
      async () => undefined,
    );
  // Machine code is made of what runs often: neither side is measured before it is.
  for (let warming = 0; warming < 2; warming++) {
    await ours();
    await theirs();
  }
  for (const list of Object.values(costs)) list.length = 0;
  const compared = await inTurns(quick ? 2 : 7, ours, theirs);
  process.kill(worker.pid, 'SIGCONT');
  await Promise.all([buyers.stop(), bare.stop(), worker.stop(), shop.stop(), pools.shop.end(), pools.rival.end()]);
  await postgres.stop();
  await folder.remove();
  const [shopCost, bareCost] = [medianCost(costs.ours), medianCost(costs.theirs)];
  return [
    ratioFigure(
      `Checkouts, ${AT_ONCE} at once, against their SQL alone`,
      compared,
      (value) => `${value.toFixed(0)} orders a second`,
      { least: 0.5 },
    ),
    {
      name: 'Processor time of 100 orders, their mails with them',
      ours: costText('server', shopCost),
      theirs: costText('loop', bareCost),
      value: shopCost.program + shopCost.database,
      unit: ' s',
      bar: 'none',
    },
  ];
};
