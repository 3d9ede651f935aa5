import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readMarket } from '@sokuwa/catalog/market.ts';
import { readSearchQueries } from '@sokuwa/catalog/search-queries.ts';
import type pg from 'pg';
import countries from '../../../server/src/geo/countries.json' with { type: 'json' };
import { openPool } from '../../../server/src/platform/database.ts';
import { formatCost, MIX_ROWS, REQUEST_KINDS, type RequestCost, type RequestKind } from '../capacity/request-kinds.ts';
import { runConcurrently } from '../concurrency.ts';
import { listWithChildren, readCpuSeconds, readMainThreadSeconds } from '../cpu-time.ts';
import type { CartAdditionsResult, CartAdditionsTask } from '../load/cart-additions.task.ts';
import { checkOut, type Post } from '../load/checkout.ts';
import type { CheckoutsResult, CheckoutsTask } from '../load/checkouts.task.ts';
import { startLoad } from '../load/load.ts';
import { postTo } from '../load/post.ts';
import { type Markets, openMarkets } from '../market/cluster.ts';
import type { Benchmark, Measurement } from '../measurement.ts';
import { MIX_KINDS } from '../mix/mix.task.ts';
import { openMixShop, readCpuByPart } from '../mix/mix-shop.ts';
import { createTemporaryFolder, databaseUrl, PRODUCTION, runTask, startProgram, startShop } from '../processes.ts';
import { addAccounts } from '../shoppers/accounts.ts';
import { addBuyers, addStock, cartItemsOf, setPaymentSecret } from '../shoppers/buyers.ts';
import { median } from '../statistics.ts';

const CART_LOAD = fileURLToPath(new URL('../load/cart-additions.ts', import.meta.url));
const CHECKOUT_LOAD = fileURLToPath(new URL('../load/checkouts.ts', import.meta.url));
const PRODUCTS = 10_000;
const LIST_PAGES = 150;
const CONNECTIONS = 4;
const MIX_ACTIONS_PER_SECOND = 20;
const MIX_SETTLE_SECONDS = 15;
const LIST_PAGE = '/product/list?section=productList&page=1';
const LIST_CALL = '/backend/api/products/?page=1&country_code=NG';
const PICTURE = '/media/banners/fabrics-tall/800.avif';
/** What a browser sends that the response depends on. */
const BROWSER = { 'user-agent': 'Mozilla/5.0', 'accept-encoding': 'gzip, deflate, br' };
const SAMPLE_INTERVAL_MS = 50;
/** Measurements of each kind, after one run that warms up. */
const ROUNDS = 3;

type Headers = Readonly<Record<string, string>>;

/** Sends one request over a connection of its own. @returns the text of the response, and its bytes with headers */
const exchange = (
  origin: string,
  path: string,
  headers: Headers,
  body?: string,
): Promise<{ text: string; bytes: number }> =>
  new Promise((resolve, reject) => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(
      origin + path,
      { method: body === undefined ? 'GET' : 'POST', agent: false, headers: { ...headers, ...content } },
      (response) => {
        text(response).then((responseText) => {
          if (response.statusCode !== 200) reject(new Error(`${path} responded with ${response.statusCode}`));
          else resolve({ text: responseText, bytes: response.socket.bytesRead });
        }, reject);
      },
    );
    sent.on('error', reject).end(body);
  });

/** Counts the database connections that are busy until it is stopped. @returns seconds of all connections together */
const watchConnections = (pool: pg.Pool): { stop(): Promise<number> } => {
  let [samples, busy, isStopped] = [0, 0, false];
  const startMs = performance.now();
  const watch = async () => {
    while (!isStopped) {
      const { rows } = await pool.query<{ busy: number }>(
        `select count(*) as busy from pg_stat_activity
         where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
      );
      samples++;
      busy += rows[0]?.busy ?? 0;
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL_MS));
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      const seconds = (performance.now() - startMs) / 1000;
      isStopped = true;
      await watching;
      return (busy / samples) * seconds;
    },
  };
};

/** Sends requests of one kind. @returns how many */
type Send = () => Promise<number>;
/** `hasJobs`: the worker's time belongs to the requests. */
type MeasuredKind = { send: Send; bytes: () => Promise<number>; hasJobs?: boolean };

/** A node and a worker that shoppers do not use otherwise, and the requests of each kind. */
const openKinds = async (markets: Markets, quick: boolean) => {
  const folder = await createTemporaryFolder();
  const { connection, remove } = await markets.copy(PRODUCTS);
  const secret = `sk_test_${randomBytes(24).toString('hex')}`;
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl(connection),
    ...PRODUCTION,
  };
  const web = await startShop({ ...env, PROCESS_ROLE: 'web' });
  const worker = await startShop({ ...env, PROCESS_ROLE: 'worker' });
  const pool = openPool(connection, 2, (error) => process.stderr.write(`${error.message}\n`));
  await setPaymentSecret(pool, secret);
  await addStock(pool);
  const load = startLoad();
  const cartLoad = startProgram(CART_LOAD, [web.origin]);
  const checkoutLoad = startProgram(CHECKOUT_LOAD);
  const seconds = quick ? 1 : 3;
  const orders = quick ? 30 : 150;
  const [reader] = await addBuyers(pool, 1);
  if (!reader) throw new Error('there is no buyer');
  const token: Headers = { ...BROWSER, authorization: `Token ${reader.token}` };
  const codes = countries.map(({ code }) => code);

  const get = (paths: string[], headers: Headers = BROWSER): MeasuredKind => ({
    send: async () => (await load.run({ port: web.port, paths, headers, connections: CONNECTIONS, seconds })).requests,
    bytes: async () => (await exchange(web.origin, paths[0] ?? '', headers)).bytes,
  });
  /** Each path at most once in a run, and never again in the next ones, so that no response is cached. */
  const getOnce = (paths: string[]): MeasuredKind => {
    let first = 0;
    let runsLeft = ROUNDS + 1;
    // Not known yet: the first run takes one second.
    let secondsPerPath = (ROUNDS + 1) / paths.length;
    return {
      ...get(paths),
      send: async () => {
        const rest = paths.slice(first);
        const duration = Math.min(seconds, (rest.length / runsLeft) * secondsPerPath);
        runsLeft--;
        const { requests } = await load.run({
          port: web.port,
          paths: rest,
          headers: BROWSER,
          connections: CONNECTIONS,
          seconds: duration,
        });
        // With a margin: the next run may be faster.
        secondsPerPath = duration / (1.5 * requests);
        // Connections are not equally fast.
        first += Math.ceil(1.2 * requests);
        if (first > paths.length) throw new Error('too few paths: some responses were cached');
        return requests;
      },
    };
  };
  const everyCountry = (paths: readonly string[]) =>
    codes.flatMap((code) => paths.map((path) => `${path}country_code=${code}`));
  const waitForMails = async () => {
    for (;;) {
      const { rows } = await pool.query<{ left: number }>(
        "select count(*) as left from pgboss.job where name = 'send_mail' and state < 'completed' and start_after <= now()",
      );
      if (rows[0]?.left === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 4 * SAMPLE_INTERVAL_MS));
    }
  };
  const post = postTo(web.origin);
  const accounts = await addAccounts(pool, orders);
  const listPages = Array.from({ length: LIST_PAGES }, (_, n) => `/backend/api/products/?page=${n + 1}&`);
  const products = Array.from({ length: 400 }, (_, n) => `/backend/api/products/${n + 1}/?`);
  const queries = await readSearchQueries((await readMarket()).products);
  const searches = [
    ...new Set(queries.map((query) => `/backend/api/products/?search=${encodeURIComponent(query.text)}&`)),
  ];
  // Each list page among three product pages.
  const pages = Array.from({ length: 3 * LIST_PAGES }, (_, n) => [
    `/product/list?section=productList&page=${1 + (n % LIST_PAGES)}${['', '&sort=price', '&sort=discount'][Math.floor(n / LIST_PAGES)]}`,
    ...[1, 2, 3].map((place) => `/product/details/${3 * n + place}`),
  ]).flat();
  const html = (await exchange(web.origin, LIST_PAGE, {})).text;
  const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';

  const kinds: Record<RequestKind, MeasuredKind> = {
    cachedPage: get([LIST_PAGE]),
    renderedPage: getOnce(pages),
    cachedCall: get([LIST_CALL]),
    list: getOnce(everyCountry(listPages)),
    product: getOnce(everyCountry(products)),
    search: getOnce(everyCountry(searches)),
    cartRead: get(['/backend/api/cart/'], token),
    cartChange: {
      send: async () => {
        const additions = (await addBuyers(pool, orders)).map(({ account, token: buyer, first }) => ({
          account,
          token: buyer,
          product: first,
        }));
        const task: CartAdditionsTask = { additions, concurrency: CONNECTIONS };
        await runTask<CartAdditionsResult>(cartLoad, task);
        return additions.length;
      },
      bytes: async () =>
        (await exchange(web.origin, '/backend/api/cart/', token, JSON.stringify({ product_id: 1, quantity: 1 }))).bytes,
    },
    account: get(['/backend/profile/'], token),
    order: {
      hasJobs: true,
      send: async () => {
        const buyers = await addBuyers(pool, orders);
        const task: CheckoutsTask = { origin: web.origin, secret, buyers, concurrency: CONNECTIONS };
        await runTask<CheckoutsResult>(checkoutLoad, task);
        await waitForMails();
        return buyers.length;
      },
      bytes: async () => {
        let total = 0;
        const countingPost: Post = async (path, headers, body) => {
          const response = await exchange(web.origin, path, headers, body);
          total += response.bytes;
          return response.text;
        };
        const [buyer] = await addBuyers(pool, 1);
        if (buyer) await checkOut(countingPost, secret, buyer, cartItemsOf(buyer));
        return total;
      },
    },
    login: {
      send: async () => {
        await runConcurrently(CONNECTIONS, accounts, (credentials) =>
          post('/backend/login/', {}, JSON.stringify(credentials)),
        );
        return accounts.length;
      },
      bytes: async () => (await exchange(web.origin, '/backend/login/', {}, JSON.stringify(accounts[0]))).bytes,
    },
    script: get([script]),
    picture: get([PICTURE]),
  };
  return {
    kinds,
    pool,
    readCpu: async () => ({
      main: await readMainThreadSeconds(web.pid),
      node: await readCpuSeconds([web.pid]),
      worker: await readCpuSeconds([worker.pid]),
      database: await readCpuSeconds(await listWithChildren(markets.pid)),
    }),
    close: async () => {
      await Promise.all([load.stop(), cartLoad.stop(), checkoutLoad.stop()]);
      await Promise.all([web.stop(), worker.stop()]);
      await pool.end();
      await remove();
      await folder.remove();
    },
  };
};

/** The medians of several rounds. */
const measureCost = async (
  { pool, readCpu }: Awaited<ReturnType<typeof openKinds>>,
  { send, bytes, hasJobs = false }: MeasuredKind,
  rounds: number,
): Promise<RequestCost> => {
  // V8 compiles the code, and what can be cached is cached and compressed.
  await send();
  const kilobytes = (await bytes()) / 1000;
  const costs: RequestCost[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await readCpu();
    const connections = watchConnections(pool);
    const requests = await send();
    const connectionSeconds = await connections.stop();
    const after = await readCpu();
    const perRequest = (seconds: number) => (1000 * seconds) / requests;
    const mainMs = perRequest(after.main - before.main);
    costs.push({
      mainMs,
      threadsMs: Math.max(0, perRequest(after.node - before.node) - mainMs),
      workerMs: hasJobs ? perRequest(after.worker - before.worker) : 0,
      databaseMs: perRequest(after.database - before.database),
      connectionMs: perRequest(connectionSeconds),
      kilobytes,
    });
  }
  const medianOf = (key: keyof RequestCost) => median(costs.map((cost) => cost[key]));
  return {
    mainMs: medianOf('mainMs'),
    threadsMs: medianOf('threadsMs'),
    workerMs: medianOf('workerMs'),
    databaseMs: medianOf('databaseMs'),
    connectionMs: medianOf('connectionMs'),
    kilobytes,
  };
};

/** The hits and misses of the caches of all nodes, from their metrics. */
const readCaches = async (ports: readonly number[]): Promise<Map<string, { hits: number; misses: number }>> => {
  const caches = new Map<string, { hits: number; misses: number }>();
  for (const port of ports) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const [, counter, cache = '', value] of metrics.matchAll(
      /^shop_cache_(hits|misses)_total\{cache="(\w+)"\} (\d+)/gm,
    )) {
      const counts = caches.get(cache) ?? { hits: 0, misses: 0 };
      counts[counter as 'hits' | 'misses'] += Number(value);
      caches.set(cache, counts);
    }
  }
  return caches;
};

/** Which requests shoppers send, how many of them the caches answer, and the CPU time of each part. */
const measureMix = async (markets: Markets, quick: boolean): Promise<Measurement[]> => {
  const shop = await openMixShop(markets, PRODUCTS);
  const seconds = quick ? 5 : 40;
  const task = { actionsPerSecond: MIX_ACTIONS_PER_SECOND, settleSeconds: 0 };
  // Caches are empty after the start.
  await shop.run({ ...task, seconds: quick ? 1 : MIX_SETTLE_SECONDS });
  const [cachesBefore, cpuBefore, startMs] = [
    await readCaches(shop.metricsPorts),
    await readCpuByPart(shop.parts),
    performance.now(),
  ];
  const { all, kinds, actions, orders, errors, errorSamples } = await shop.run({ ...task, seconds });
  const elapsedSeconds = (performance.now() - startMs) / 1000;
  const cpu = await readCpuByPart(shop.parts);
  const caches = await readCaches(shop.metricsPorts);
  await shop.stop();
  for (const sample of errorSamples) process.stdout.write(`  ${sample}\n`);
  const share = (cache: string): number => {
    const [before, after] = [cachesBefore.get(cache), caches.get(cache)];
    const hits = (after?.hits ?? 0) - (before?.hits ?? 0);
    return hits / (hits + (after?.misses ?? 0) - (before?.misses ?? 0));
  };
  const cores = [...cpu].map(([part, used]): [string, number] => [
    part,
    (used - (cpuBefore.get(part) ?? 0)) / elapsedSeconds,
  ]);
  const row = { baseline: '', target: 'none' } as const;
  const counts = MIX_KINDS.map((kind) => `${kind} ${kinds[kind]?.count ?? 0}`);
  return [
    {
      ...row,
      name: MIX_ROWS.requests,
      shop: `${counts.join(', ')}; ${actions} actions, ${orders} orders, in ${elapsedSeconds.toFixed(1)} s`,
      value: all.count / elapsedSeconds,
      unit: ' per second',
    },
    {
      ...row,
      name: MIX_ROWS.cached,
      shop: `API ${share('api').toFixed(3)}, pages ${share('pages').toFixed(3)}`,
      value: share('pages'),
      unit: '',
    },
    {
      ...row,
      name: 'Mix: failed requests',
      shop: `of ${all.count + errors}`,
      value: errors,
      unit: '',
      target: { max: 0 },
    },
    {
      ...row,
      name: MIX_ROWS.cores,
      shop: cores.map(([part, used]) => `${part} ${used.toFixed(3)}`).join(', '),
      value: cores.reduce((sum, [, used]) => sum + used, 0),
      unit: '',
    },
  ];
};

/** What one request of each kind costs, and the mix of requests: the input of docs/capacity.md. */
export const costs: Benchmark = async ({ quick }) => {
  const markets = await openMarkets([PRODUCTS]);
  const shop = await openKinds(markets, quick);
  const measurements: Measurement[] = [];
  for (const [kind, name] of Object.entries(REQUEST_KINDS)) {
    const cost = await measureCost(shop, shop.kinds[kind as RequestKind], quick ? 1 : ROUNDS);
    const { mainMs, threadsMs, workerMs, databaseMs } = cost;
    measurements.push({
      name,
      shop: formatCost(cost),
      baseline: '',
      value: mainMs + threadsMs + workerMs + databaseMs,
      unit: ' ms of CPU',
      target: 'none',
    });
  }
  await shop.close();
  measurements.push(...(await measureMix(markets, quick)));
  await markets.stop();
  return measurements;
};
