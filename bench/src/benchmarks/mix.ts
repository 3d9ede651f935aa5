import { openMarkets } from '../market/cluster.ts';
import type { Benchmark, Measurement } from '../measurement.ts';
import { readPssMegabytes } from '../memory.ts';
import { findHighestRate, SETTLE_SECONDS } from '../mix/highest-rate.ts';
import { type Latencies, MIX_KINDS, type MixKind } from '../mix/mix.task.ts';
import { type MixShop, openMixShop, readCpuByPart } from '../mix/mix-shop.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const MEMORY_INTERVAL_MS = 500;
const MAX_NODE_MEGABYTES = 350;

const KIND_NAMES: Record<MixKind, string> = {
  page: 'pages',
  list: 'lists (API)',
  product: 'products (API)',
  search: 'searches (API)',
  cart: 'cart (API)',
  checkout: 'checkout (API)',
  account: 'account (API)',
  asset: 'scripts, styles and fonts',
};

const print = (text: string) => process.stdout.write(`  ${text}\n`);
const formatCount = (count: number): string => count.toLocaleString('en');
const formatLatencies = ({ count, p50, p95, p99 }: Latencies): string =>
  `${formatCount(count)} requests, p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;

/** Measures the memory of the nodes several times a second, until it is stopped. @returns the highest of one node */
const watchMemory = (shop: MixShop): { stop(): number } => {
  let highest = 0;
  const measure = async () => {
    for (const { pid } of shop.nodes) highest = Math.max(highest, await readPssMegabytes(pid));
  };
  const timer = setInterval(() => void measure(), MEMORY_INTERVAL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return highest;
    },
  };
};

/** The mix at one rate: response times by kind, failed requests, and CPU time by process. */
const measureRate = async (
  shop: MixShop,
  name: string,
  actionsPerSecond: number,
  seconds: number,
): Promise<Measurement[]> => {
  const before = await readCpuByPart(shop.parts);
  const startMs = performance.now();
  const { all, kinds, errors, errorSamples, orders } = await shop.run({
    actionsPerSecond,
    settleSeconds: SETTLE_SECONDS,
    seconds,
  });
  const elapsed = (performance.now() - startMs) / 1000;
  const cores = [...(await readCpuByPart(shop.parts))].map(([part, used]): [string, number] => [
    part,
    (used - (before.get(part) ?? 0)) / elapsed,
  ]);
  for (const sample of errorSamples) print(sample);
  const row = { baseline: '', unit: ' ms', target: 'none' } as const;
  const { count } = all;
  return [
    { ...row, name: `${name}: all requests`, shop: formatLatencies(all), value: all.p99 },
    ...MIX_KINDS.flatMap((kind) => {
      const latencies = kinds[kind];
      if (!latencies) return [];
      return [{ ...row, name: `${name}: ${KIND_NAMES[kind]}`, shop: formatLatencies(latencies), value: latencies.p99 }];
    }),
    {
      ...row,
      name: `${name}: failed requests`,
      shop: `of ${formatCount(count)}, with ${formatCount(orders)} orders`,
      value: errors,
      unit: '',
      target: { max: 0 },
    },
    {
      ...row,
      name: `${name}: cores in use`,
      shop: cores.map(([part, used]) => `${part} ${used.toFixed(2)}`).join(', '),
      value: cores.reduce((sum, [, used]) => sum + used, 0),
      unit: '',
    },
  ];
};

const measureMarket = async (shop: MixShop, products: number, quick: boolean): Promise<Measurement[]> => {
  const market = `${formatCount(products)} products`;
  const memory = watchMemory(shop);
  const highest = await findHighestRate(shop, quick ? 3 : 8);
  const rates = highest > 0 ? { half: highest * 0.5, 'nine tenths': highest * 0.9 } : {};
  const measurements: Measurement[] = [];
  for (const [share, rate] of Object.entries(rates))
    measurements.push(...(await measureRate(shop, `${market}, ${share}`, rate, quick ? 5 : 30)));
  const { prices, stocks, products: added } = await shop.readChanges();
  return [
    {
      name: `${market}: highest rate of actions`,
      shop: `meanwhile ${formatCount(prices)} new prices, ${formatCount(stocks)} of stock, ${formatCount(added)} new products`,
      baseline: '',
      value: highest,
      unit: ' per second',
      target: 'none',
    },
    ...measurements,
    {
      name: `${market}: highest memory of a node, PSS`,
      shop: '',
      baseline: '',
      value: memory.stop(),
      unit: ' MB',
      target: { max: MAX_NODE_MEGABYTES },
    },
  ];
};

/** Sessions of a thousand shoppers on two nodes and a worker, while the market changes. */
export const mix: Benchmark = async ({ quick }) => {
  const sizes = quick ? [SMALL] : [SMALL, LARGE];
  const markets = await openMarkets(sizes);
  const measurements: Measurement[] = [];
  for (const products of sizes) {
    const shop = await openMixShop(markets, products);
    measurements.push(...(await measureMarket(shop, products, quick)));
    await shop.stop();
  }
  await markets.stop();
  return measurements;
};
