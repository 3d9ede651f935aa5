import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import type { Benchmark } from '../measurement.ts';
import { createTemporaryFolder, startShop } from '../processes.ts';
import { addBuyers, type Buyer } from '../shoppers/buyers.ts';
import { percentile99 } from '../statistics.ts';

const ACCOUNTS = 200;
const SECONDS = 300;
const QUICK_SECONDS = 20;
/** A visible cart page requests the cart every second (CART_PAGE_REFETCH_MS). */
const REFETCH_MS = 1000;
/** API calls that a signed-in cart page sends when it is opened. */
const OPENING_CALLS = ['/backend/profile/', '/backend/user/messages/unread/'];

type Visit = { statuses: Map<number, number>; timesMs: number[] };

/** Opens the cart page of one account and keeps it open. */
const visit = async (origin: string, { token }: Buyer, endMs: number, { statuses, timesMs }: Visit): Promise<void> => {
  const authorization = `Token ${token}`;
  const request = async (path: string, headers: Record<string, string>): Promise<string | null> => {
    const startMs = performance.now();
    const response = await fetch(origin + path, { headers });
    await response.arrayBuffer();
    timesMs.push(performance.now() - startMs);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response.headers.get('etag');
  };
  await request('/product/shopping/cart', {});
  for (const path of OPENING_CALLS) await request(path, { authorization });
  let etag: string | null = null;
  while (performance.now() < endMs) {
    etag = await request('/backend/api/cart/', { authorization, ...(etag !== null && { 'if-none-match': etag }) });
    await wait(REFETCH_MS);
  }
};

/** Measures many signed-in accounts behind one IP address, each with an open cart page, under the default limits. */
export const sharedAddress: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path, RATE_LIMIT_FACTOR: '1' });
  const { connection } = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const pool = openPool(connection, 1, (error) => process.stderr.write(`${error.message}\n`));
  const buyers = await addBuyers(pool, ACCOUNTS);
  await pool.end();
  const seconds = quick ? QUICK_SECONDS : SECONDS;
  const result: Visit = { statuses: new Map(), timesMs: [] };
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  // Spread the start of the visits, because people do not open their pages at the same moment.
  const visits = buyers.map(async (buyer, n) => {
    await wait((n * REFETCH_MS * 5) / ACCOUNTS);
    await visit(shop.origin, buyer, endMs, result);
  });
  await Promise.all(visits);
  await shop.stop();
  await folder.remove();
  const { statuses, timesMs } = result;
  const successes = (statuses.get(200) ?? 0) + (statuses.get(304) ?? 0);
  const refused = statuses.get(429) ?? 0;
  const rest = { shop: '', baseline: '', unit: '' as const };
  return [
    {
      ...rest,
      name: `Responses with 429, ${ACCOUNTS} accounts for ${seconds} s`,
      shop: `${timesMs.length.toLocaleString('en')} requests`,
      value: refused,
      target: { max: 0 },
    },
    {
      ...rest,
      name: 'Other responses than 200 and 304',
      shop: [...statuses].map(([status, n]) => `${status}: ${n.toLocaleString('en')}`).join(', '),
      value: timesMs.length - successes,
      target: { max: 0 },
    },
    {
      ...rest,
      name: 'Response time, 99th percentile',
      value: percentile99(timesMs),
      unit: ' ms',
      target: 'none',
    },
  ];
};
