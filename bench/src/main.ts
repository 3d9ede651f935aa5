// npm run bench: measures the shop against baselines, and writes bench/results.md.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cachedList } from './benchmarks/cached-list.ts';
import { cartAdditions } from './benchmarks/cart-additions.ts';
import { catalogueSize, hugeCatalogue } from './benchmarks/catalogue-size.ts';
import { changes } from './benchmarks/changes.ts';
import { checkouts } from './benchmarks/checkouts.ts';
import { costs } from './benchmarks/costs.ts';
import { dependencies } from './benchmarks/dependencies.ts';
import { desk } from './benchmarks/desk.ts';
import { idleMemory } from './benchmarks/idle-memory.ts';
import { productImport } from './benchmarks/import.ts';
import { logins } from './benchmarks/logins.ts';
import { merchantOrders } from './benchmarks/merchant-orders.ts';
import { mix } from './benchmarks/mix.ts';
import { moving } from './benchmarks/moving.ts';
import { nextRelease } from './benchmarks/next-release.ts';
import { oneAccount } from './benchmarks/one-account.ts';
import { pages } from './benchmarks/pages.ts';
import { payouts } from './benchmarks/payouts.ts';
import { peakMemory } from './benchmarks/peak-memory.ts';
import { searchQuality } from './benchmarks/search-quality.ts';
import { sharedAddress } from './benchmarks/shared-address.ts';
import { slowPhone } from './benchmarks/slow-phone.ts';
import { soak } from './benchmarks/soak.ts';
import { start } from './benchmarks/start.ts';
import { uncachedList } from './benchmarks/uncached-list.ts';
import { COSTS_TITLE } from './capacity/request-kinds.ts';
import { describeMachine } from './machine.ts';
import { type Benchmark, type BenchmarkOptions, meetsTarget } from './measurement.ts';
import { renderAbout, updateResults } from './results.ts';

const RESULTS = fileURLToPath(new URL('../results.md', import.meta.url));

type Part = { title: string; description: string; run: Benchmark };

const BENCHMARKS: Record<string, Part> = {
  a: {
    title: 'a. Cached response',
    description:
      'The first page of all products (50 of them) over HTTP, against a bare Fastify route that sends the same bytes. Requests per second over 10 connections.',
    run: cachedList,
  },
  b: {
    title: 'b. Uncached response',
    description:
      'The same list without a cache, against a loop that sends the same prepared statements with the same parameters over as many connections, and does not use the rows that pg parses. The loop needs no load generator; that of the shop runs on the same cores. Shop and loop are started four times, because processes of the same code differ by several percent.',
    run: uncachedList,
  },
  c: {
    title: 'c. A hundred times as many products',
    description:
      'Milliseconds of one request without a cache, on a generated market of 1,000,000 products (shop) against one of 10,000 (baseline), and CPU time of server and database, which is comparable on a busy machine too. A search ranks at most 500 matches; where the small market has fewer, it has less to do.',
    run: catalogueSize,
  },
  merchant: {
    title: 'Orders of a merchant',
    description:
      'Milliseconds of one request for 50 orders of a merchant, on a database with 1,000,000 orders (shop) against one with 10,000 (baseline), all but a hundred of the same merchant. Half a percent are to be shipped, half of them late, and two percent are cancelled. Each case finds about as many orders on both sides. Frequent words are in a fifth of the orders. A page of a search looks at 500 orders at most.',
    run: merchantOrders,
  },
  payouts: {
    title: 'Payouts',
    description:
      'A batch of payouts to 10,000 merchants, each with a bank account that the provider does not know yet and 20 sales to be paid for: drafted and approved by an operator over HTTP, and sent by the jobs of one node. It is measured from the first call until the last payment is in the books; then all merchants are paid, and the books are compared with the tables. The sandbox takes 100 transfers at a time, as Paystack does, but needs no pauses of five seconds between them.',
    run: payouts,
  },
  d: {
    title: 'd. Pages',
    description:
      'The list page of 50 cards. Cached: the page from the cache, against a static file of the same bytes from the same server, over 10 connections. The 200 product pages are requested over 20 connections with pauses, at most 5,000 times a second. Rendered: the page without the page cache, with one render thread for each core; its footer, filters and row of categories come from a cache, and most cards from templates. The baseline is a loop, without a server, in which React renders only the 50 cards. For pages per second the loop runs on one core, and the shop on all. For CPU time a loop runs on each core, because two busy cores slow each other down. CPU time includes garbage collection.',
    run: pages,
  },
  e: {
    title: 'e. Pages on a slow phone',
    description:
      'Home, the list of all products and one product, in Chromium with a processor slowed down 4 times and a screen of 390 by 844. The line is a proxy with 1.6 Mbit/s down and 0.75 Mbit/s up for all connections together, and 150 ms for each round trip, connecting included. Each load starts with an empty cache and no connections, and ends when nothing was requested and no task took 50 ms for three seconds; tasks and bytes after that are those of the parts that are hydrated five seconds after the start, until eight seconds pass without any. HTTP/1.1 is without TLS, as the shop speaks it; HTTP/2 is behind a proxy with TLS, whose handshake costs one more round trip, and with TLS records of 4 kB (docs/deployment.md). The baseline is a floor page: the same document with its main picture as the only one, its styles in the document, without scripts, icons and web fonts. It is served from memory, compressed in the same way. Blocked time is what exceeds 50 ms in the tasks after the first paint. The tap is made as soon as the button is painted, and answered when the cart shows its count.',
    run: slowPhone,
  },
  moving: {
    title: 'Moving through the shop on a slow phone',
    description:
      'From a tap on a link to the heading and to the main picture of the next page, when both are painted, on the phone and line of part e, over HTTP/1.1, after the page has loaded and prefetched what it may. Against a full load of the same address by a new visitor. Interaction to next paint is that of the slowest event of a tap or key (Event Timing API, in steps of 8 ms).',
    run: moving,
  },
  desk: {
    title: 'Desk',
    description:
      'First views: Today of the demo merchant, who is signed in, against a product page of the shop, on the phone and line of part e, over HTTP/1.1, each by a browser without a cache. Calls: milliseconds of one request of the desk’s tables for a merchant with 100,000 products and 100,000 orders (shop) against one with 1,000 of each (baseline). Interactions: on lists of 50 rows of the merchant with 100,000, with a processor slowed down 4 times; the time to the next paint is that of the slowest event of a tap or key (Event Timing API, in steps of 8 ms).',
    run: desk,
  },
  f: {
    title: 'f. Idle memory',
    description:
      'Five seconds after a hundred mixed requests. PSS (proportional set size) is private memory plus a share of shared memory.',
    run: idleMemory,
  },
  peak: {
    title: 'Memory under load',
    description:
      'Visitors of ten countries request home, lists, searches and products of the demo market over 24 connections, as pages and from the API, more than the caches can store. The highest of samples taken five times a second.',
    run: peakMemory,
  },
  start: {
    title: 'Start',
    description:
      '`npm start` on existing data until /readyz responds with 200, against the version of `--against`, or else against the same version without the cache of compiled modules. CPU time includes npm and the database.',
    run: start,
  },
  g: {
    title: 'g. Reading during logins',
    description:
      '600 logins, 16 at the same time, each with its own account and a real argon2id check, while 10 shoppers read product lists with a pause of 25 ms between two (9 pages for each of 40 countries, with the default cache). Against the same reading without logins.',
    run: logins,
  },
  h: {
    title: 'h. Checkouts',
    description:
      'Whole checkouts of two products of different merchants: the shipping rate, the order, and the payment by the signed webhook of the sandbox, for 16 buyers at the same time. Against a loop that sends the same statements with the same parameters in the same transactions, recorded from a checkout, at the same concurrency over as many connections, and ignores the rows. Afterwards the books must agree with the orders (`books check`). The shop is a web process and a worker. The loop sends no mails, so the worker sends those of a round after its last order. CPU time is that of both processes until all mails are sent.',
    run: checkouts,
  },
  search: {
    title: 'Search quality',
    description:
      'The first ten results of each query in `catalog/search-queries.txt`, on the demo market. Recall is the share of the expected products that are found, precision the share of the results that are expected or allowed. The search was tuned on one half of the queries; the other half is only measured.',
    run: searchQuality,
  },
  i: {
    title: 'i. One account that floods the shop',
    description:
      'One account with a cart of 300 lines sends 250 parallel cart writes, again and again. Meanwhile 4 other shoppers request uncached products, with a pause of 25 ms between two requests. Their median response time in milliseconds, against the same requests without the writes.',
    run: oneAccount,
  },
  j: {
    title: 'j. Many accounts behind one address',
    description:
      '200 signed-in accounts behind one IP address keep their cart page open for five minutes, under the default limits. Like the page, each requests the page itself, the profile and the unread messages once, then the cart every second.',
    run: sharedAddress,
  },
  k: {
    title: 'k. Changing prices',
    description:
      '2,000 addresses of a market of 10,000 products (lists in several orders, searches, products) over 20 connections, while 10 random prices a second change by up to a fifth. Against the same without changes. Visible is a change when both of two nodes show it, in the API and on the page.',
    run: changes,
  },
  release: {
    title: 'Coming back after a release',
    description:
      'Bytes of scripts and styles, without headers, of a browser that visited the page before a release, against a browser that comes for the first time. The pages are built twice; the second build has a change of one class in the module that all buttons share. Rows with the files for offline use include what the service worker fetches beside the page. Chromium on localhost, through a proxy that counts what the network transfers.',
    run: nextRelease,
  },
  mix: {
    title: 'Realistic mix',
    description:
      'Sessions of 1,000 shoppers, two fifths of them signed in: 80 % of their actions browse, 12 % search, 6 % use the cart, 2 % pay for an order. They open pages and call the API as browsers do, with ETags and compression, each over its own connection, and use two nodes and a worker with the same PostgreSQL. Meanwhile merchants change 10 prices and 5 stocks and add one product per second. Actions begin at random times that do not depend on responses, and a response time counts from the moment at which the request was due. The highest rate is the highest at which no request fails, the 99th percentile of response times is at most 500 ms, and at most the actions of half a second are unfinished at the end. An action is about two requests. Everything runs on the same cores, the shoppers too. Pictures are not requested.',
    run: mix,
  },
  costs: {
    title: COSTS_TITLE,
    description:
      'The input of docs/capacity.md: CPU time of the node (its main thread and its other threads), of the worker and of the database, time of a busy database connection, and bytes of the response with headers, on a market of 10,000 products, four requests at the same time. Each row is the median of three rounds in which a node gets only requests of this kind; the worker has its scheduled jobs meanwhile. Cached is what the node answers from its memory. Then the realistic mix at 20 actions per second, with merchants.',
    run: costs,
  },
  cart: {
    title: 'Add to cart',
    description:
      'Signed-in accounts add products to their carts: two pieces of one that is in the cart, and two of a new one. 16 additions at the same time over HTTP. Against a loop that sends only the SQL that this needs, each statement on its own, at the same concurrency over as many connections, and ignores the rows. CPU time is that of the server or of the loop, and of the database.',
    run: cartAdditions,
  },
  dependencies: {
    title: 'JavaScript by package',
    description:
      'Compressed JavaScript of the first view (until three seconds after the load event) by npm package and by part of the shop, from source maps of the build. The code of each package in a file is compressed alone, and scaled so that the sum is the size of the file. The value is the largest of the three pages.',
    run: dependencies,
  },
  import: {
    title: 'Import',
    description:
      'A Shopify product file without pictures, imported by `npm run cli -- products import`, including the start of the program and the work of the database. Against a loop that only sends the same insert statements.',
    run: productImport,
  },
};

/** Runs that take long, and are not part of a complete run. */
const SOAK = {
  title: 'Soak',
  description: `The realistic mix on 10,000 products at half of its highest rate for a long time, with a sample each minute, after a garbage collection. The medians of the last third (shop) are compared with those of the middle third (baseline). A value is flat if it grows by at most a tenth. Orders are never deleted, so a table and its indexes may grow in proportion to the number of rows: only the growth beyond that counts, and only if it is more than half a megabyte.`,
};
const LARGE = {
  title: 'A thousand times as many products',
  description:
    'Like part c, with a market of 10,000,000 products (shop) against one of 10,000 (baseline). It consists of ten copies of the market of 1,000,000, with other ids, merchants, prices and stocks.',
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    loads: { type: 'string' },
    pages: { type: 'string' },
    protocols: { type: 'string' },
    shop: { type: 'string' },
    against: { type: 'string' },
    frames: { type: 'string' },
    soak: { type: 'string' },
    large: { type: 'boolean', default: false },
  },
});
const splitList = (list?: string) => list?.split(',').map((key) => key.trim());
const options: BenchmarkOptions = {
  quick: values.quick,
  phone: {
    loads: values.loads === undefined ? undefined : Number(values.loads),
    pages: splitList(values.pages),
    protocols: splitList(values.protocols),
    shop: values.shop,
    against: values.against,
    frames: values.frames,
  },
};
const exitWithUsage = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};
const selected = splitList(values.only) ?? Object.keys(BENCHMARKS);
const unknown = selected.find((key) => !(key in BENCHMARKS));
if (unknown !== undefined)
  exitWithUsage(`There is no benchmark "${unknown}": choose from ${Object.keys(BENCHMARKS).join(', ')}.`);
const soakMinutes = Number(values.soak ?? 1);
if (!(soakMinutes >= 1)) exitWithUsage('--soak needs a number of minutes, such as --soak 30.');

/** Results of short runs and of selected pages are only printed. */
const writesResults = !values.quick && !values.loads && !values.pages && !values.protocols && !values.shop;
const titles = [...Object.values(BENCHMARKS), SOAK, LARGE].map(({ title }) => title);

const measure = async ({ title, description, run }: Part): Promise<void> => {
  process.stdout.write(`${title}\n`);
  const about = renderAbout(new Date(), await describeMachine());
  const measurements = await run(options);
  for (const measurement of measurements) {
    const { name, shop, baseline, value, unit, target } = measurement;
    const verdict = target === 'none' ? '' : meetsTarget(measurement) ? 'met' : 'MISSED';
    process.stdout.write(`  ${verdict.padEnd(6)} ${name}: ${shop} | ${baseline} | ${value.toFixed(2)}${unit}\n`);
  }
  if (!writesResults) return;
  const section = { title, description, measurements };
  await writeFile(RESULTS, updateResults(await readFile(RESULTS, 'utf8'), section, about, titles));
};

if (values.large) await measure({ ...LARGE, run: hugeCatalogue });
else if (values.soak !== undefined)
  await measure({ ...SOAK, run: () => soak({ minutes: soakMinutes, quick: values.quick }) });
else for (const [key, part] of Object.entries(BENCHMARKS)) if (selected.includes(key)) await measure(part);
process.exit(0);
