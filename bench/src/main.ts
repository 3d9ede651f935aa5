// npm run bench: measures the shop against what it could be at best, and writes bench/results.md.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Part, reaches } from './figure.ts';
import { cachedList } from './figures/cached-list.ts';
import { catalogueSize } from './figures/catalogue-size.ts';
import { uncachedList } from './figures/uncached-list.ts';
import { describeMachine } from './machine.ts';
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
    told: 'Milliseconds of one request, nothing kept, from a generated market of 1,000,000 products against one of 10,000.',
    part: catalogueSize,
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
    process.stdout.write(`  ${reaches(figure) ? 'reached' : 'MISSED '} ${text}\n`);
  }
  sections.push({ title, told, figures });
}
await writeFile(RESULTS, renderResults(new Date(), await describeMachine(), sections, values.quick));
process.stdout.write(`Written to ${RESULTS}\n`);
process.exit(0);
