import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Database, openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import type { AccountId } from '../../../server/src/platform/ids.ts';
import { SandboxMail } from '../../../server/src/ports/mail/sandbox.mail.ts';
import { createBuyer, expirePaymentTime } from '../../../server/src/testing/buyer.ts';
import { type ShopNode, startNode } from '../../../server/src/testing/node.ts';
import { PaystackServer } from '../../../server/src/testing/paystack-server.ts';
import { waitFor } from '../../../server/src/testing/wait-for.ts';
import { readBooks } from '../books.ts';
import { MailServer } from '../mail-server.ts';
import { PROGRAM, productionSettings, stockProducts } from './stack.ts';
import type { Shoppers, TrafficShop } from './traffic.ts';

/** A shop in one process, with its embedded database and its pictures in one folder, as on a single machine. */
export type SingleNode = TrafficShop & {
  node: ShopNode;
  db: Database;
  mails: MailServer;
  shoppers: Shoppers;
  close(): Promise<void>;
};

/**
 * Starts a shop in one process.
 * @param folder of its data; the user of the database must be able to enter it
 * @param environment more environment variables
 */
export const openSingleNode = async (folder: string, environment: Record<string, string> = {}): Promise<SingleNode> => {
  const resources = new AsyncDisposableStack();
  try {
    const mails = await MailServer.open();
    resources.defer(() => mails.close());
    const provider = new PaystackServer();
    const url = await provider.open();
    resources.defer(() => provider.close());
    const settings = { ...productionSettings(mails.port, { url, secretKey: provider.secretKey }), DATA_DIR: folder };
    const node = await startNode({ ...settings, ...environment }, PROGRAM);
    resources.defer(async () => void (await node.stop()));
    // Connects to the database of the shop, which stops it.
    const { connection } = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
    const pool = openPool(connection, 3, () => undefined);
    resources.defer(() => pool.end());
    const db = openDatabase(pool);
    const productIds = await stockProducts(db);
    const booksAtStart = await readBooks(db);
    const add = () => createBuyer({ db, app: node.app, mailbox: new SandboxMail(db) }, [[productIds[0] ?? 0, 1]]);
    const [first, second, writer] = [await add(), await add(), await add()];
    const { id: unpaidOrder } = await writer.placeOrder();
    const shoppers = { buyers: [first, second], writer, unpaidOrder };
    return { node, db, mails, provider, productIds, booksAtStart, shoppers, close: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};

/** How many of the clocks of the shop and of its database are wrong by an hour or more. */
export const countWrongClocks = async ({ db, node }: SingleNode): Promise<number> => {
  const { headers } = await fetch(`${node.url}/healthz`);
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const times = [Date.parse(headers.get('date') ?? ''), rows[0]?.now.getTime() ?? Number.NaN];
  return times.filter((time) => Math.abs(time - Date.now()) > 3_600_000).length;
};

/** Longer than the minute between two runs of scheduled jobs. */
const SCHEDULE_TIMEOUT_MS = 180_000;

/** Waits until the queue has looked at its schedule while the clock is ahead. */
export const waitForSchedule = ({ db }: SingleNode, aheadSeconds: number): Promise<void> =>
  waitFor(
    async () => {
      const { rows } = await sql<{
        ahead: boolean;
      }>`select cron_on > ${new Date(Date.now() + aheadSeconds * 500)} as ahead
        from pgboss.version`.execute(db);
      expect(rows).toEqual([{ ahead: true }]);
    },
    { timeoutMs: SCHEDULE_TIMEOUT_MS, intervalMs: 500 },
  );

export const countPaidOrders = async (db: Database, accountId: AccountId): Promise<number> => {
  const orders = db.selectFrom('shop_order').where('account_id', '=', accountId).where('status', '=', 'Paid');
  return (await orders.select('id').execute()).length;
};

/**
 * Checks that the jobs of the shop run: an order that is not paid in time is cancelled, and each paid order has one mail.
 * @returns how long the cancellation took, in milliseconds
 */
export const expectJobsRun = async ({ db, mails, shoppers }: SingleNode): Promise<number> => {
  const startedAt = performance.now();
  // A new order: the clock may have ended the time to pay of the other one.
  const { id } = await shoppers.writer.placeOrder();
  await expirePaymentTime(db, id);
  const timeouts = { timeoutMs: SCHEDULE_TIMEOUT_MS, intervalMs: 500 };
  await waitFor(async () => {
    const order = await shoppers.writer.readOrder(id);
    expect(order.status).toBe('Cancelled');
  }, timeouts);
  const cancelledMs = performance.now() - startedAt;
  for (const { accountId, email } of shoppers.buyers)
    await waitFor(
      async () => expect(mails.mailsTo(email)).toHaveLength(await countPaidOrders(db, accountId)),
      timeouts,
    );
  return cancelledMs;
};
