import { fileURLToPath } from 'node:url';
import { allEndpoints } from '@sokuwa/contract/all-endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSignedInPages, PUBLIC_PAGES } from '../../../e2e/quality/pages.ts';
import { openBuiltPages } from '../../../server/src/pages/built-pages.ts';
import { findWrongBooks } from '../books.ts';
import { type Operation, readOperations, type Schema } from './description.ts';
import { fuzzCall, fuzzPage, type Options, type Result } from './fuzz.ts';
import type { HttpRequest } from './http.ts';
import { type Market, openMarket } from './market.ts';

const BUILT_PAGES = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const PAGES = [...PUBLIC_PAGES, ...listSignedInPages({ order: '7F3KQ2M9XW4T', message: 'none' })].map(
  ([, path]) => path,
);
/** Addresses that are neither in the description nor pages. */
const OTHER_PATHS = [
  '/no/such/page',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/products-0.xml',
  '/worker.js',
  '/favicon.ico',
  '/flags/ng.svg',
  '/assets/none.js',
  '/media/products/a-1b/400.webp',
  '/healthz',
  '/readyz',
  '/backend/docs',
  '/backend/none/',
  '/backend/payment/return?reference=7F3KQ2M9XW4T-1',
  '/sandbox',
  '/sandbox/identity',
  '/sandbox/identity/people',
  '/sandbox/pay/none',
];
const WEBHOOK = '/backend/payment/webhook';

const get = (target: string): HttpRequest => ({
  method: 'GET',
  target,
  headers: [['accept', 'text/html']],
  body: undefined,
});
const webhook: HttpRequest = {
  method: 'POST',
  target: WEBHOOK,
  headers: [
    ['content-type', 'application/json'],
    ['x-paystack-signature', 'a'.repeat(128)],
  ],
  body: Buffer.from('{"event":"charge.success","data":{"reference":"7F3KQ2M9XW4T-1","status":"success","amount":1}}'),
};

const ADDRESSES = [...OTHER_PATHS.map(get), webhook];
/** Calls, pages and other addresses: the number of results, if all pass. */
const TARGETS = allEndpoints.length + PAGES.length + ADDRESSES.length;

/** Results by topic of the description; pages and other addresses are topics too. */
export type Results = ReadonlyMap<string, readonly Result[]>;

/**
 * Defines the tests that send generated requests to every call, page and other address of a shop.
 * @param optionsFor of calls, and of pages and other addresses
 * @param onPass receives the results, if all tests were run and passed
 */
export const fuzzSuite = (
  { calls, pages }: { calls: Options; pages: Options },
  onPass: (results: Results) => Promise<void> = async () => undefined,
): void => {
  let market: Market;
  let operations: ReadonlyMap<string, Operation>;
  let errorSchema: Schema;
  const results = new Map<string, Result[]>();
  const add = (topic: string, result: Result) => results.set(topic, [...(results.get(topic) ?? []), result]);

  beforeAll(async () => {
    market = await openMarket(await openBuiltPages(BUILT_PAGES, 1, 100));
    const described = readOperations(await market.readDescription());
    operations = new Map(described.map((operation) => [operation.name, operation]));
    const refusal = described.find(({ responses }) => responses[404])?.responses[404]?.content?.['application/json'];
    if (!refusal) throw new Error('the description has no refusal');
    errorSchema = refusal.schema;
  });
  afterAll(async () => {
    await market.close();
    if ([...results.values()].flat().length === TARGETS) await onPass(results);
  });

  const expectRightBooks = async () => {
    expect(await market.runJobs()).toEqual([]);
    expect(await findWrongBooks(market.db, market.booksAtStart)).toEqual([]);
  };

  describe('each call of the description', () => {
    it.each(allEndpoints.map(({ name }) => name))('%s', async (name) => {
      const operation = operations.get(name);
      if (!operation) throw new Error('the description does not have this call');
      const result = await fuzzCall(market, operation, errorSchema, calls);
      if (calls.isThorough) {
        await expectRightBooks();
        expect(result.byClass['2xx'], 'requests that are accepted').toBeGreaterThan(0);
      }
      add(operation.topic, result);
    });

    it('is one of the contract', () => {
      expect([...operations.keys()].toSorted()).toEqual(allEndpoints.map(({ name }) => name).toSorted());
    });
  });

  describe('each page', () => {
    it.each(PAGES)('%s', async (path) => {
      add('Pages', await fuzzPage(market, get(path), pages));
    });
  });

  describe('each other address', () => {
    it.each(ADDRESSES.map((request) => [request.target, request] as const))('%s', async (_, request) => {
      const result = await fuzzPage(market, request, pages);
      if (pages.isThorough) await expectRightBooks();
      add('Other addresses', result);
    });
  });

  // Of a sample they are compared once: to compare them takes longer than the requests of a call.
  it('all of them leave the books right', expectRightBooks);
};
