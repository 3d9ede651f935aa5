// npm run bench: measures the shop against what it could be at best, and writes bench/results.md.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cachedList } from './benchmarks/cached-list.ts';
import { catalogueSize } from './benchmarks/catalogue-size.ts';
import { checkouts } from './benchmarks/checkouts.ts';
import { idleMemory } from './benchmarks/idle-memory.ts';
import { productImport } from './benchmarks/import.ts';
import { logins } from './benchmarks/logins.ts';
import { pages } from './benchmarks/pages.ts';
import { slowPhone } from './benchmarks/slow-phone.ts';
import { uncachedList } from './benchmarks/uncached-list.ts';
import { describeMachine } from './machine.ts';
import { type Part, reaches } from './measurement.ts';
import { renderResults, type Section } from './results.ts';

const RESULTS = fileURLToPath(new URL('../results.md', import.meta.url));

const PARTS: Record<string, { title: string; told: string; part: Part }> = {
  a: {
    title: 'a. A kept answer',
    told: 'The first page of all products (50 of them) over HTTP, against a bare Fastify route that sends the same bytes. Requests a second, 10 connections.',
    part: cachedList,
  },
  b: {
    title: 'b. An answer made anew',
    told: 'The same list with nothing kept, against a loop that sends the same prepared statements with the same parameters over as many connections and does nothing with the rows.',
    part: uncachedList,
  },
  c: {
    title: 'c. A hundred times the products',
    told: 'Milliseconds of one request, nothing kept, from a generated market of 1,000,000 products against one of 10,000. A search ranks at most 500 matches; where the small market has fewer, it has less to do.',
    part: catalogueSize,
  },
  d: {
    title: 'd. Pages',
    told: 'The list page of 50 cards: a kept one against a static file of the same bytes from the same server (10 connections); one rendered for every request, by as many threads as there are cores, against React rendering its 50 cards in a loop on one core, without a server around it. The processor time of both sides, the collection of rubbish included, is told beside it.',
    part: pages,
  },
  e: {
    title: 'e. Pages on a slow phone',
    told: "Home, the list of all products and one product. Chromium with 1.6 Mbit/s, 150 ms round trips, a processor slowed fourfold and a screen of 390 by 844; every visit is a new visitor's, and is watched until three seconds after the page is loaded. What names no page is of home.",
    part: slowPhone,
  },
  f: {
    title: 'f. Memory when idle',
    told: 'Five seconds after a hundred mixed requests. PSS: memory of its own, and its share of what processes share.',
    part: idleMemory,
  },
  g: {
    title: 'g. Logins beside shoppers',
    told: '200 logins at 16 at once, each with its own account and a real argon2id check, while 10 shoppers read product lists, a new one 25 ms after the last (9 pages for each of 40 countries, the cache as set by default), against the same reading without logins.',
    part: logins,
  },
  h: {
    title: 'h. Checkouts',
    told: 'Whole checkouts of two products: the rate, the order, and the payment told by the signed webhook of the sandbox; 16 buyers at once. Against a loop that sends the same statements with the same parameters in the same transactions, recorded from a checkout, as many at once over as many connections, and does nothing with the rows. The shop is a web process and a worker; the loop sends no mails, so the worker sends those of a round after its last order. Processor time is that of both processes, until all are sent.',
    part: checkouts,
  },
  import: {
    title: 'Import',
    told: 'A product file of Shopify’s brought in by `npm run cli -- products import`, its start and the database’s work included, without pictures; held against the same rows written by the same statement in a loop that does nothing else.',
    part: productImport,
  },
};

const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const wanted = values.only?.split(',').map((letter) => letter.trim()) ?? Object.keys(PARTS);
const unknown = wanted.find((letter) => !(letter in PARTS));
if (unknown !== undefined) {
  process.stderr.write(`There is no part "${unknown}": choose from ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(2);
}

const sections: Section[] = [];
for (const [letter, { title, told, part }] of Object.entries(PARTS)) {
  if (!wanted.includes(letter)) continue;
  process.stdout.write(`${title}\n`);
  const figures = await part({ quick: values.quick });
  for (const figure of figures) {
    const text = `${figure.name}: ${figure.ours} | ${figure.theirs} | ${figure.value.toFixed(2)}${figure.unit}`;
    const verdict = figure.bar === 'none' ? '       ' : reaches(figure) ? 'reached' : 'MISSED ';
    process.stdout.write(`  ${verdict} ${text}\n`);
  }
  sections.push({ title, told, figures });
}
// The results that are kept are those of one whole run.
if (values.only === undefined && !values.quick) {
  await writeFile(RESULTS, renderResults(new Date(), await describeMachine(), sections));
  process.stdout.write(`Written to ${RESULTS}\n`);
}
process.exit(0);
