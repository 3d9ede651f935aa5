import { setTimeout as wait } from 'node:timers/promises';
import { openMarkets } from '../market/cluster.ts';
import type { Measurement } from '../measurement.ts';
import { findHighestRate, LOWEST_RATE } from '../mix/highest-rate.ts';
import { openMixShop } from '../mix/mix-shop.ts';
import { type Growth, readSample, relationGrowths, type Sample, valueGrowths } from '../mix/samples.ts';

const PRODUCTS = 10_000;
const SAMPLE_INTERVAL_MS = 60_000;
const SAMPLE_INTERVAL_WHEN_QUICK_MS = 2000;
const SECONDS_PER_RATE = 5;
/** A value is flat if its median in the last third of the run is at most this many times that in the middle third. */
const MAX_GROWTH = 1.1;
/** Growth of a table or index that does not count. */
const ALLOWANCE_BYTES = 512 * 1024;
/** The delay of the event loop depends on other programs on the machine, so it is only reported. */
const UNSTABLE = /event loop/;

const print = (text: string) => process.stdout.write(`  ${text}\n`);

const toMeasurement = (
  { name, middle, last, ratio }: Growth,
  format: (value: number) => string,
  target: Measurement['target'],
): Measurement => ({ name, shop: format(last), baseline: format(middle), value: ratio, unit: '×', target });

const formatMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/**
 * The mix at half of its highest rate for a long time: memory, connections and the sizes of tables and indexes must not
 * grow without end.
 */
export const soak = async ({ minutes, quick }: { minutes: number; quick: boolean }): Promise<Measurement[]> => {
  const markets = await openMarkets([PRODUCTS]);
  const shop = await openMixShop(markets, PRODUCTS, { canInspect: true });
  // On a busy machine the shop may not even sustain the lowest rate. Memory and sizes can still be observed.
  const actionsPerSecond = Math.max(LOWEST_RATE, await findHighestRate(shop, SECONDS_PER_RATE)) / 2;
  const samples: Sample[] = [];
  const startMs = performance.now();
  const endMs = startMs + minutes * 60_000;
  const intervalMs = quick ? SAMPLE_INTERVAL_WHEN_QUICK_MS : SAMPLE_INTERVAL_MS;
  let isOver = false;
  const running = shop.run({ actionsPerSecond, settleSeconds: 0, seconds: minutes * 60 }).finally(() => {
    isOver = true;
  });
  for (let dueMs = startMs + intervalMs; dueMs <= endMs && !isOver; dueMs += intervalMs) {
    await wait(Math.max(0, dueMs - performance.now()));
    const sample = await readSample(shop, markets.pid);
    samples.push(sample);
    const values = [...sample.values].map(([name, value]) => `${name} ${value.toFixed(1)}`);
    print(`${((performance.now() - startMs) / 60_000).toFixed(1)} min: ${values.join(', ')}`);
  }
  const { all, errors, errorSamples, orders } = await running;
  for (const sample of errorSamples) print(sample);
  const { prices, stocks, products } = await shop.readChanges();
  await shop.stop();
  await markets.stop();
  const relations = relationGrowths(samples, ALLOWANCE_BYTES).toSorted((a, b) => b.ratio - a.ratio);
  for (const { name, middle, last, ratio } of relations.slice(0, 10))
    print(`${name}: ${formatMegabytes(middle)} expected, ${formatMegabytes(last)}, ${ratio.toFixed(2)}×`);
  const dead = [...(samples.at(-1)?.relations ?? [])].reduce((sum, [, { deadRows }]) => sum + deadRows, 0);
  const [largest] = relations;
  return [
    {
      name: `Failed requests in ${minutes} minutes`,
      shop: `of ${all.count.toLocaleString('en')}, with ${orders.toLocaleString('en')} orders, ${prices.toLocaleString('en')} new prices, ${stocks.toLocaleString('en')} of stock, ${products.toLocaleString('en')} new products`,
      baseline: '',
      value: errors,
      unit: '',
      target: { max: 0 },
    },
    {
      name: 'Response time, 99th percentile',
      shop: `${Math.round(actionsPerSecond)} actions per second`,
      baseline: '',
      value: all.p99,
      unit: ' ms',
      target: 'none',
    },
    ...valueGrowths(samples).map((growth) =>
      toMeasurement(
        growth,
        (value) => value.toFixed(value < 10 ? 1 : 0),
        UNSTABLE.test(growth.name) ? 'none' : { max: MAX_GROWTH },
      ),
    ),
    ...(largest
      ? [
          toMeasurement(
            { ...largest, name: `Largest growth of ${relations.length} tables and indexes: ${largest.name}` },
            formatMegabytes,
            { max: MAX_GROWTH },
          ),
        ]
      : []),
    {
      name: 'Dead rows at the end, of all tables',
      shop: '',
      baseline: '',
      value: dead,
      unit: '',
      target: 'none',
    },
  ];
};
