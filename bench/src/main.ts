// npm run bench: measures the shop against baselines, and writes bench/results.md.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cachedList } from './benchmarks/cached-list.ts';
import { catalogueSize } from './benchmarks/catalogue-size.ts';
import { checkouts } from './benchmarks/checkouts.ts';
import { idleMemory } from './benchmarks/idle-memory.ts';
import { productImport } from './benchmarks/import.ts';
import { logins } from './benchmarks/logins.ts';
import { oneAccount } from './benchmarks/one-account.ts';
import { pages } from './benchmarks/pages.ts';
import { searchQuality } from './benchmarks/search-quality.ts';
import { sharedAddress } from './benchmarks/shared-address.ts';
import { slowPhone } from './benchmarks/slow-phone.ts';
import { uncachedList } from './benchmarks/uncached-list.ts';
import { describeMachine } from './machine.ts';
import { type Benchmark, meetsTarget } from './measurement.ts';
import { renderResults, type Section } from './results.ts';

const RESULTS = fileURLToPath(new URL('../results.md', import.meta.url));

const BENCHMARKS: Record<string, { title: string; description: string; run: Benchmark }> = {
  a: {
    title: 'a. Cached response',
    description:
      'The first page of all products (50 of them) over HTTP, against a bare Fastify route that sends the same bytes. Requests per second over 10 connections.',
    run: cachedList,
  },
  b: {
    title: 'b. Uncached response',
    description:
      'The same list without a cache, against a loop that sends the same prepared statements with the same parameters over as many connections, and ignores the rows.',
    run: uncachedList,
  },
  c: {
    title: 'c. A hundred times as many products',
    description:
      'Milliseconds of one request without a cache, on a generated market of 1,000,000 products (shop) against one of 10,000 (baseline). A search ranks at most 500 matches; where the small market has fewer, it has less to do.',
    run: catalogueSize,
  },
  d: {
    title: 'd. Pages',
    description:
      'The list page of 50 cards. Cached: against a static file of the same bytes from the same server, over 10 connections. Rendered: with footer, filters and row of categories from a cache, by as many threads as there are cores; against React rendering only the 50 cards, in a loop on one core, without a server. CPU time includes garbage collection.',
    run: pages,
  },
  e: {
    title: 'e. Pages on a slow phone',
    description:
      'Home, the list of all products and one product. Chromium with 1.6 Mbit/s, 150 ms round trips, a processor slowed down 4 times and a screen of 390 by 844. Each visit starts with an empty cache, and ends three seconds after the load event. Rows without the name of a page are of home.',
    run: slowPhone,
  },
  f: {
    title: 'f. Idle memory',
    description:
      'Five seconds after a hundred mixed requests. PSS (proportional set size) is private memory plus a share of shared memory.',
    run: idleMemory,
  },
  g: {
    title: 'g. Reading during logins',
    description:
      '200 logins, 16 at the same time, each with its own account and a real argon2id check, while 10 shoppers read product lists with a pause of 25 ms between two (9 pages for each of 40 countries, with the default cache). Against the same reading without logins.',
    run: logins,
  },
  h: {
    title: 'h. Checkouts',
    description:
      'Whole checkouts of two products: the shipping rate, the order, and the payment by the signed webhook of the sandbox, for 16 buyers at the same time. Against a loop that sends the same statements with the same parameters in the same transactions, recorded from a checkout, at the same concurrency over as many connections, and ignores the rows. The shop is a web process and a worker. The loop sends no mails, so the worker sends those of a round after its last order. CPU time is that of both processes until all mails are sent.',
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
  import: {
    title: 'Import',
    description:
      'A Shopify product file without pictures, imported by `npm run cli -- products import`, including the start of the program and the work of the database. Against a loop that only sends the same insert statements.',
    run: productImport,
  },
};

const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const selected = values.only?.split(',').map((key) => key.trim()) ?? Object.keys(BENCHMARKS);
const unknown = selected.find((key) => !(key in BENCHMARKS));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}": choose from ${Object.keys(BENCHMARKS).join(', ')}.\n`);
  process.exit(2);
}

const sections: Section[] = [];
for (const [key, { title, description, run }] of Object.entries(BENCHMARKS)) {
  if (!selected.includes(key)) continue;
  process.stdout.write(`${title}\n`);
  const measurements = await run({ quick: values.quick });
  for (const measurement of measurements) {
    const { name, shop, baseline, value, unit, target } = measurement;
    const verdict = target === 'none' ? '' : meetsTarget(measurement) ? 'met' : 'MISSED';
    process.stdout.write(`  ${verdict.padEnd(6)} ${name}: ${shop} | ${baseline} | ${value.toFixed(2)}${unit}\n`);
  }
  sections.push({ title, description, measurements });
}
// results.md holds the results of one complete run.
if (values.only === undefined && !values.quick) {
  await writeFile(RESULTS, renderResults(new Date(), await describeMachine(), sections));
  process.stdout.write(`Written to ${RESULTS}\n`);
}
process.exit(0);
