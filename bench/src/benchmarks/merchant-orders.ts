import { createHash } from 'node:crypto';
import { compareShops } from '../load/compare-shops.ts';
import { openFilledShops } from '../market/filled-shops.ts';
import { fillOrders, someOrder } from '../market/orders.ts';
import type { Benchmark } from '../measurement.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const LARGE_WHEN_QUICK = 100_000;
const PATH = '/backend/merchant/orders/';

/** All find about as many orders in both databases. `few`: as the merchant with a hundred orders; otherwise as the one with all others. */
type Case = { name: string; few?: boolean; query: (total: number) => string };
const CASES: readonly Case[] = [
  { name: 'List, first page', query: () => '' },
  {
    name: 'List, from the middle',
    query: (total) => `?paid_to=${new Date(Date.now() - total * 15_000).toISOString()}`,
  },
  { name: 'To ship', query: () => '?status=to_ship' },
  { name: 'Cancelled', query: () => '?status=cancelled' },
  { name: 'Late', query: () => '?late=true&limit=20' },
  {
    name: 'Search: an order id',
    query: (total) =>
      `?search=${createHash('md5')
        .update(String(someOrder(total).n))
        .digest('hex')
        .slice(0, 12)}`,
  },
  { name: 'Search: a tracking number', query: (total) => `?search=${someOrder(total).trackingNumber}` },
  { name: 'Search: a frequent word', query: () => '?search=calabash' },
  { name: 'Search: the beginning of a frequent word', query: () => '?search=cala' },
  { name: 'Search: a name in ten orders', query: () => '?search=zebedee' },
  { name: 'Search: a name in a hundred orders', query: () => '?search=olumide' },
  { name: 'Search: two frequent words', query: () => '?search=yam+indigo' },
  { name: 'Search: a full name and a word', query: () => '?search=ngozi+okafor+rice' },
  { name: 'Search: nothing', query: () => '?search=xylophone' },
  { name: 'Search: a frequent word, to ship', query: () => '?search=calabash&status=to_ship&limit=10' },
  { name: 'Search: a name in a hundred orders, cancelled', query: () => '?search=olumide&status=cancelled' },
  { name: 'Search: a frequent word, late', query: () => '?search=calabash&late=true&limit=5' },
  { name: 'Search: a frequent word, cancelled', query: () => '?search=calabash&status=cancelled&limit=30' },
  { name: 'List of a merchant with few orders', few: true, query: () => '' },
  { name: 'Search of a merchant with few orders', few: true, query: () => '?search=calabash' },
];

/** The lists of a merchant with many orders against one with fewer: the number must make little difference. */
export const merchantOrders: Benchmark = async ({ quick }) => {
  const shops = await openFilledShops([SMALL, quick ? LARGE_WHEN_QUICK : LARGE], 'orders', fillOrders);
  const cases = CASES.map(({ name, few, query }) => {
    const toRequest = ({ shop, total, filled: tokens }: typeof shops.few) => ({
      shop,
      path: PATH + query(total),
      token: few ? tokens.small : tokens.large,
    });
    return { name, many: toRequest(shops.many), few: toRequest(shops.few) };
  });
  const measurements = await compareShops(shops.databasePid, cases, quick);
  await shops.stop();
  return measurements;
};
