import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { openTestShop, type TestShop } from './testing/shop.ts';
import { expectBooksFromTables } from './testing/stories/invariants.ts';
import { createCounter, runStory, STORY_SETTINGS, stories } from './testing/stories/story.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(STORY_SETTINGS);
});
afterAll(() => shop.close());

// A sample: `npm run prove -- stories` runs hundreds of longer ones.
it('whatever happens after the payment, also at once, the books agree with every table and no piece or kobo counts twice', {
  tags: ['@BOOKS-1', '@BOOKS-3', '@BOOKS-8', '@PAYOUT-20', '@RETURN-7', '@RETURN-11', '@RETURN-16', '@RETURN-18'],
  timeout: 240_000,
}, async () => {
  const count = createCounter();
  await fc.assert(
    fc.asyncProperty(stories({ minLength: 6, maxLength: 10 }), (story) => runStory(shop, story, count)),
    { numRuns: 4, endOnFailure: true },
  );
  await expectBooksFromTables(shop.db);
});
