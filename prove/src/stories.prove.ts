import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, it } from 'vitest';
import { openTestShop } from '../../server/src/testing/shop.ts';
import { expectBooksFromTables } from '../../server/src/testing/stories/invariants.ts';
import { createCounter, runStory, STORY_SETTINGS, stories } from '../../server/src/testing/stories/story.ts';
import { renderTable, writeSection } from './results.ts';

const { STORIES = '200', PROVE_SEED = String(Date.now() % 1_000_000) } = process.env;
const seed = Number(PROVE_SEED);
process.stdout.write(`stories: the seed is ${seed}; PROVE_SEED=${seed} runs the same ones\n`);

/** All stories of a shop are in its books, so that checking them takes longer with each. */
const STORIES_PER_SHOP = 50;
const total = Number(STORIES);
const shops = Array.from({ length: Math.ceil(total / STORIES_PER_SHOP) }, (_, n) => ({
  n,
  numRuns: Math.min(STORIES_PER_SHOP, total - n * STORIES_PER_SHOP),
}));

/** What has happened in the stories that passed. */
const happened = new Map<string, number>();
let passed = 0;
let steps = 0;

it.each(shops)('the books agree with every table after each of the stories in shop $n', async ({ n, numRuns }) => {
  const shop = await openTestShop(STORY_SETTINGS);
  const count = createCounter();
  const property = fc.asyncProperty(stories({ minLength: 10, maxLength: 20 }), async (story) => {
    await runStory(shop, story, count);
    steps += story.groups.flat().length;
  });
  await fc.assert(property, { numRuns, seed: seed + n, endOnFailure: true });
  const { rows } = await sql<{ what: string; count: number }>`
    select 'books: ' || kind as what, count(*)::integer as count from ledger_transaction group by 1
    union all select 'returns: ' || status, count(*)::integer from return_request group by 1
    union all select 'payouts: ' || status, count(*)::integer from payout group by 1
    union all select 'disputes: ' || resolution, count(*)::integer from dispute group by 1 order by 1`.execute(shop.db);
  for (const { what, count: times } of rows) happened.set(what, (happened.get(what) ?? 0) + times);
  await expectBooksFromTables(shop.db);
  passed += numRuns;
  await shop.close();
});

afterAll(async () => {
  if (passed < total) return;
  await writeSection('Stories', [
    `${passed} random stories of ${steps} steps, up to four of them at once, each with three merchants and three buyers. Seed ${seed}. After each group of steps the books agreed with every table, and no piece or kobo counted twice; in the end everything that was released was paid. How often what happened:`,
    renderTable(
      ['', ''],
      [...happened].toSorted(([a], [b]) => a.localeCompare(b)),
    ),
  ]);
});
