import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BatchDetail } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import type pg from 'pg';
import { checkBooks } from '../../../server/src/orders/books.service.ts';
import { checkPayoutBooks } from '../../../server/src/payouts/payout-books.service.ts';
import { createApiToken } from '../../../server/src/platform/api-tokens.ts';
import { type Database, openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { Encryption } from '../../../server/src/platform/encryption.ts';
import { migrate } from '../../../server/src/platform/migrations.ts';
import { fillPayees } from '../market/payees.ts';
import type { Benchmark, Measurement } from '../measurement.ts';
import { createTemporaryFolder, databaseUrl, PRODUCTION, type ServerProgram, startShop } from '../processes.ts';

const MERCHANTS = 10_000;
const MERCHANTS_WHEN_QUICK = 500;
const TARGET_SECONDS = 60;
const POLL_MS = 50;
const KEY = randomBytes(32);

type Payees = {
  pool: pg.Pool;
  db: Database;
  merchants: number;
  start(env?: NodeJS.ProcessEnv): Promise<ServerProgram>;
};
type Call = <Body>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Body>;

/** Calls of an operator. */
const operatorOf =
  ({ origin }: ServerProgram, token: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${origin}/backend/operator/${path}`, {
      method,
      headers: { authorization: `Token ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return (await response.json()) as never;
  };

const countByStatus = async (pool: pg.Pool): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ status: string; count: number }>(
    'select status, count(*)::integer as count from payout group by status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

const waitUntil = async (pool: pg.Pool, isReached: (counts: Record<string, number>) => boolean): Promise<void> => {
  while (!isReached(await countByStatus(pool))) await wait(POLL_MS);
};

/** @throws Error unless everybody is paid, and the books agree with the tables */
const assertPaid = async ({ pool, db, merchants }: Payees): Promise<void> => {
  const counts = await countByStatus(pool);
  const { rows } = await pool.query<{ left: number }>(
    "select count(*)::integer as left from (select from ledger_entry where account in ('payable', 'payouts') group by merchant_id having sum(amount_kobo) <> 0) unpaid",
  );
  const [orders, payouts] = [await checkBooks(db), await checkPayoutBooks(db)];
  const findings = [orders.unbalanced, orders.differences, payouts.differences, payouts.overpaid].flat();
  if (counts.paid !== merchants || rows[0]?.left !== 0 || findings.length > 0)
    throw new Error(
      `the payouts are ${JSON.stringify(counts)}, ${rows[0]?.left} merchants have money left, and the books: ${JSON.stringify(findings)}`,
    );
};

const REASON = { reason: 'benchmark' };

/** Drafts and approves a batch. @returns its id, and the seconds of both */
const draftAndApprove = async (call: Call): Promise<{ id: number; draftSeconds: number; approveSeconds: number }> => {
  const startMs = performance.now();
  const { id } = await call<BatchDetail>('POST', 'payout-batches/', REASON);
  const draftedMs = performance.now();
  await call('POST', `payout-batches/${id}/approve/`, REASON);
  return { id, draftSeconds: (draftedMs - startMs) / 1000, approveSeconds: (performance.now() - draftedMs) / 1000 };
};

/** The sandbox pays everybody. @returns seconds of each step */
const paySandbox = async (payees: Payees, token: string) => {
  const shop = await payees.start();
  const startMs = performance.now();
  const steps = await draftAndApprove(operatorOf(shop, token));
  await waitUntil(payees.pool, ({ paid }) => paid === payees.merchants);
  const seconds = (performance.now() - startMs) / 1000;
  await shop.stop();
  await assertPaid(payees);
  return { ...steps, seconds };
};

/** The operator downloads the file for the bank, and confirms all its lines. @returns seconds */
const payByFile = async (payees: Payees, token: string): Promise<number> => {
  const shop = await payees.start({ PAYOUTS: 'file' });
  const call = operatorOf(shop, token);
  const startMs = performance.now();
  const { id } = await draftAndApprove(call);
  await waitUntil(payees.pool, ({ sending }) => sending === payees.merchants);
  const file = await fetch(`${shop.origin}/backend/operator/payout-batches/${id}/file.csv`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const lines = (await file.text()).trimEnd().split('\n').slice(1);
  await call('POST', `payout-batches/${id}/confirm/`, {
    ...REASON,
    paid: lines.map((line) => /po-[0-9a-f]{20}/.exec(line)?.[0]),
  });
  const seconds = (performance.now() - startMs) / 1000;
  await shop.stop();
  await assertPaid(payees);
  return seconds;
};

/**
 * The node is killed in the middle. On another node an operator retries a payout whose outcome is unknown, and the job goes on with the others;
 * then the operator retries all such payouts, which the job would do after ten minutes.
 * @returns seconds until everything is sent
 */
const payAfterKill = async (payees: Payees, token: string): Promise<number> => {
  const killed = await payees.start();
  const { id } = await draftAndApprove(operatorOf(killed, token));
  await waitUntil(payees.pool, ({ paid = 0 }) => paid >= payees.merchants / 3);
  for (;;) {
    // Looks at a halted node, so that it is killed while it sends.
    killed.process.kill('SIGSTOP');
    const { sending, approved } = await countByStatus(payees.pool);
    if (sending !== undefined) break;
    if (approved === undefined) throw new Error('the batch was sent before its node was killed');
    killed.process.kill('SIGCONT');
    await wait(1);
  }
  killed.process.kill('SIGKILL');
  const shop = await payees.start();
  const call = operatorOf(shop, token);
  const { results } = await call<BatchDetail>('GET', `payout-batches/${id}/`);
  const unknown = results.filter(({ status }) => status === 'sending');
  const startMs = performance.now();
  const retry = (payout: BatchDetail['results'][number] | undefined) =>
    payout && call('POST', `payouts/${payout.id}/retry/`, {});
  await retry(unknown[0]);
  await waitUntil(payees.pool, ({ approved }) => approved === undefined);
  const seconds = (performance.now() - startMs) / 1000;
  for (const payout of unknown.slice(1)) await retry(payout);
  await waitUntil(payees.pool, ({ paid }) => paid === payees.merchants);
  await shop.stop();
  await assertPaid(payees);
  return seconds;
};

/** A batch of payouts from the draft to the end: by the sandbox, by a file, and with a node that is killed. */
export const payouts: Benchmark = async ({ quick }) => {
  const merchants = quick ? MERCHANTS_WHEN_QUICK : MERCHANTS;
  const [data, media] = [await createTemporaryFolder(), await createTemporaryFolder()];
  const postgres = await startEmbeddedPostgres({ folder: data.path });
  /** Runs `pay` on a new database. */
  const run = async <T>(name: string, pay: (payees: Payees, token: string) => Promise<T>): Promise<T> => {
    const connection: EmbeddedPostgres['connection'] = { ...postgres.connection, database: name };
    const report = ({ message }: Error) => process.stderr.write(`${message}\n`);
    const admin = openPool(postgres.connection, 1, report);
    await admin.query(`create database ${name}`);
    await admin.end();
    const pool = openPool(connection, 2, report);
    const db = openDatabase(pool);
    await migrate(pool);
    await fillPayees(pool, new Encryption([KEY]), merchants);
    const token = await createApiToken(db, { merchantId: null, name: 'bench', scope: 'write' });
    const settings = {
      ...PRODUCTION,
      DATA_DIR: media.path,
      DATABASE_URL: databaseUrl(connection),
      ENCRYPTION_KEY: KEY.toString('base64'),
    };
    const result = await pay({ pool, db, merchants, start: (env) => startShop({ ...settings, ...env }) }, token);
    await pool.end();
    return result;
  };
  const sandbox = await run('sandbox', paySandbox);
  const fileSeconds = await run('file', payByFile);
  const resumedSeconds = await run('resumed', payAfterKill);
  await postgres.stop();
  await Promise.all([data.remove(), media.remove()]);
  const shop = `${merchants.toLocaleString('en')} merchants`;
  const row = (name: string, value: number, target: Measurement['target']): Measurement => ({
    name,
    shop,
    baseline: '',
    value,
    unit: ' s',
    target,
  });
  const target = { max: TARGET_SECONDS };
  return [
    row('A batch by the sandbox, from the draft to the last payment', sandbox.seconds, target),
    row('The same: drafting it', sandbox.draftSeconds, 'none'),
    row('The same: approving it', sandbox.approveSeconds, 'none'),
    row('A batch by a file for the bank, with its confirmation', fileSeconds, target),
    row('The rest of a batch whose node was killed after a third, by another node', resumedSeconds, target),
  ];
};
