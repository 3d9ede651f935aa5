import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { checkBooks } from '../../../server/src/orders/books.service.ts';
import { generateOrderId } from '../../../server/src/orders/order.rules.ts';
import { openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import {
  type CheckoutSqlResult,
  type CheckoutSqlTask,
  MAIL_SLOTS,
  type SlotValues,
} from '../baselines/checkout-sql.task.ts';
import { recordCheckout } from '../baselines/record-checkout.ts';
import { listWithChildren, readCpuSeconds } from '../cpu-time.ts';
import type { CheckoutsResult, CheckoutsTask } from '../load/checkouts.task.ts';
import { type Benchmark, createRatioMeasurement } from '../measurement.ts';
import { createTemporaryFolder, databaseUrl, PRODUCTION, runTask, startProgram, startShop } from '../processes.ts';
import {
  addBuyers,
  addStock,
  type Buyer,
  MERCHANTS_PER_CHECKOUT,
  PIECES_PER_CHECKOUT,
  setPaymentSecret,
} from '../shoppers/buyers.ts';
import { compareInRounds, median } from '../statistics.ts';

const CHECKOUT_LOAD = fileURLToPath(new URL('../load/checkouts.ts', import.meta.url));
const CHECKOUT_SQL = fileURLToPath(new URL('../baselines/checkout-sql.ts', import.meta.url));
const CONCURRENCY = 16;
/** Connections to the database on both sides: the default of the shop. */
const CONNECTIONS = 10;
const SECRET = `sk_test_${randomBytes(24).toString('hex')}`;

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'];
/** Seconds of CPU time. */
type CpuTime = { program: number; database: number };

const openConnection = (connection: Connection) =>
  openPool(connection, 1, (error) => process.stderr.write(`${error.message}\n`));

/** Creates two equal databases: one for the shop, and one for the baseline, where no worker runs jobs. */
const createDatabases = async (connection: Connection, dataDir: string) => {
  const [shop, baseline] = [
    { ...connection, database: 'shop' },
    { ...connection, database: 'baseline' },
  ];
  const admin = openConnection(connection);
  await admin.query('create database shop');
  const shopProgram = await startShop({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl(shop) });
  await shopProgram.stop();
  const pool = openConnection(shop);
  await addStock(pool);
  await setPaymentSecret(pool, SECRET);
  await pool.end();
  await admin.query('create database baseline template shop');
  await admin.end();
  return { shop, baseline };
};

const createSlotValues = (buyer: Buyer): SlotValues => ({
  ...buyer,
  order: generateOrderId(),
  accessCode: randomBytes(9).toString('base64url'),
  firstMail: randomUUID(),
  secondMail: randomUUID(),
  buyerMail: randomUUID(),
});

/** Totals that completed checkouts change. */
type Totals = { paid: number; fulfilments: number; mails: number; sales: number; emptied: number; stock: number };
const readTotals = async (pool: pg.Pool): Promise<Totals> => {
  const { rows } = await pool.query<Totals>(`
    select (select count(*) from shop_order join payment on order_id = id
            where shop_order.status = 'Paid' and payment.status = 'success') as paid,
      (select count(*) from fulfilment) as fulfilments,
      (select count(*) from pgboss.job where name = 'send_mail') as mails,
      (select count(*) from ledger_transaction where kind = 'sale') as sales,
      (select count(distinct account_id) from checkout_rate
         where not exists (select from cart_line where cart_line.account_id = checkout_rate.account_id)) as emptied,
      (select sum(stock) from product) as stock`);
  if (!rows[0]) throw new Error('the query returned no totals');
  return rows[0];
};

/** @throws Error unless each checkout is complete: a paid order, a sale in the books, what each merchant ships, mails, an empty cart, and less stock */
const assertComplete = (before: Totals, after: Totals, orders: number): void => {
  const changes = {
    paid: after.paid - before.paid,
    sales: after.sales - before.sales,
    fulfilments: (after.fulfilments - before.fulfilments) / MERCHANTS_PER_CHECKOUT,
    mails: (after.mails - before.mails) / MAIL_SLOTS.length,
    emptied: after.emptied - before.emptied,
  };
  const pieces = before.stock - after.stock;
  if (Object.values(changes).some((count) => count !== orders) || pieces !== orders * PIECES_PER_CHECKOUT)
    throw new Error(`${orders} checkouts changed ${JSON.stringify(changes)}, and ${pieces} pieces were sold`);
};

/** @throws Error if the books do not agree with the orders */
const assertBooks = async (pool: pg.Pool): Promise<void> => {
  const { unbalanced, differences } = await checkBooks(openDatabase(pool));
  if (unbalanced.length + differences.length > 0)
    throw new Error(`the books are wrong after the checkouts: ${JSON.stringify({ unbalanced, differences })}`);
};

/** Waits until the mails of all orders are sent, because their CPU time counts. */
const waitForMails = async (pool: pg.Pool): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      "select count(*) as left from pgboss.job where name = 'send_mail' and state < 'completed'",
    );
    if (rows[0]?.left === 0) return;
    await wait(250);
  }
};

const formatCpuTime = (name: string, { program, database }: CpuTime): string =>
  `${name} ${program.toFixed(2)} s, database ${database.toFixed(2)} s`;
const medianCpuTime = (times: readonly CpuTime[]): CpuTime => ({
  program: median(times.map(({ program }) => program)),
  database: median(times.map(({ database }) => database)),
});

/** Whole checkouts over HTTP, against their SQL alone. */
export const checkouts: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const databases = await createDatabases(postgres.connection, folder.path);
  const pools = { shop: openConnection(databases.shop), baseline: openConnection(databases.baseline) };
  const recordingPool = openConnection(databases.baseline);
  const units = await recordCheckout(recordingPool, SECRET, await addBuyers(pools.baseline, 3));
  await recordingPool.end();
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl(databases.shop),
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    ...PRODUCTION,
  };
  const shop = await startShop({ ...settings, PROCESS_ROLE: 'web' });
  // The baseline sends no mails, so the worker is paused during the orders of a round and sends their mails afterwards.
  const worker = await startShop({ ...settings, PROCESS_ROLE: 'worker' });
  process.kill(worker.pid, 'SIGSTOP');
  const sendMails = async () => {
    process.kill(worker.pid, 'SIGCONT');
    await waitForMails(pools.shop);
    process.kill(worker.pid, 'SIGSTOP');
  };
  const bareSql = startProgram(CHECKOUT_SQL, [JSON.stringify(databases.baseline), String(CONNECTIONS)]);
  const checkoutLoad = startProgram(CHECKOUT_LOAD);
  // Many short rounds: the ratio of one differs by a fifth from the next.
  const orders = quick ? 150 : 200;

  /** CPU time of programs and of all database processes so far. */
  const readCpuTime = async (pids: readonly number[]): Promise<CpuTime> => ({
    program: await readCpuSeconds(pids),
    database: await readCpuSeconds(await listWithChildren(postgres.pid)),
  });
  /** Lets new buyers check out, and adds their CPU time to `cpuTimes`. @returns orders per second */
  const measure = async (
    pool: pg.Pool,
    pids: readonly number[],
    cpuTimes: CpuTime[],
    run: (buyers: Buyer[]) => Promise<{ seconds: number }>,
    finish: () => Promise<void>,
  ): Promise<number> => {
    const buyers = await addBuyers(pool, orders);
    const totals = await readTotals(pool);
    const before = await readCpuTime(pids);
    const { seconds } = await run(buyers);
    await finish();
    const after = await readCpuTime(pids);
    const perHundred = 100 / orders;
    cpuTimes.push({
      program: (after.program - before.program) * perHundred,
      database: (after.database - before.database) * perHundred,
    });
    assertComplete(totals, await readTotals(pool), orders);
    return orders / seconds;
  };
  const cpuTimes = { shop: [] as CpuTime[], baseline: [] as CpuTime[] };
  const measureShop = () =>
    measure(
      pools.shop,
      [shop.pid, worker.pid],
      cpuTimes.shop,
      (buyers) => {
        const task: CheckoutsTask = { origin: shop.origin, secret: SECRET, buyers, concurrency: CONCURRENCY };
        return runTask<CheckoutsResult>(checkoutLoad, task);
      },
      sendMails,
    );
  const measureBaseline = () =>
    measure(
      pools.baseline,
      [bareSql.pid],
      cpuTimes.baseline,
      (buyers) => {
        const task: CheckoutSqlTask = { units, checkouts: buyers.map(createSlotValues), concurrency: CONCURRENCY };
        return runTask<CheckoutSqlResult>(bareSql, task);
      },
      async () => undefined,
    );
  // Warm up both sides, so that V8 has compiled the code before it is measured.
  for (let round = 0; round < 2; round++) {
    await measureShop();
    await measureBaseline();
  }
  for (const list of Object.values(cpuTimes)) list.length = 0;
  const comparison = await compareInRounds(quick ? 2 : 21, measureShop, measureBaseline);
  process.kill(worker.pid, 'SIGCONT');
  await assertBooks(pools.shop);
  await Promise.all([
    checkoutLoad.stop(),
    bareSql.stop(),
    worker.stop(),
    shop.stop(),
    pools.shop.end(),
    pools.baseline.end(),
  ]);
  await postgres.stop();
  await folder.remove();
  const [shopCpuTime, baselineCpuTime] = [medianCpuTime(cpuTimes.shop), medianCpuTime(cpuTimes.baseline)];
  return [
    createRatioMeasurement(
      `Checkouts, ${CONCURRENCY} at the same time, against their SQL alone`,
      comparison,
      (value) => `${value.toFixed(0)} orders per second`,
      { min: 0.5 },
    ),
    {
      name: 'CPU time of 100 orders, with their mails',
      shop: formatCpuTime('server', shopCpuTime),
      baseline: formatCpuTime('loop', baselineCpuTime),
      value: shopCpuTime.program + shopCpuTime.database,
      unit: ' s',
      target: 'none',
    },
  ];
};
