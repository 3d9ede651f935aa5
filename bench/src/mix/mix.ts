// A program that is a thousand shoppers: argument 1 is a file with the setup.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../market/random.ts';
import { percentile } from '../statistics.ts';
import { handleTasks } from '../tasks.ts';
import { type Latencies, MIX_KINDS, type MixKind, type MixResult, type MixSetup, type MixTask } from './mix.task.ts';
import { Shopper } from './shopper.ts';

const SHOPPERS = 1000;
/** Two fifths of the shoppers are signed in. */
const SIGNED_IN_SHARE = 0.4;
const SEED = 15;
const MAX_SAMPLES = 5;
/** How long the program waits at the end of a task for actions that are not finished. */
const MAX_WAIT_MS = 15_000;
const WAIT_STEP_MS = 50;

const setup = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as MixSetup;
const random = createRandom(SEED);
const timesMs = new Map<MixKind, number[]>();
let countFromMs = Number.POSITIVE_INFINITY;
let countUntilMs = 0;
let errors = 0;
let errorSamples: string[] = [];
let nextBuyer = 0;
let nextPort = 0;

const report = (kind: MixKind, dueMs: number, error?: string): void => {
  if (error !== undefined) {
    errors++;
    if (errorSamples.length < MAX_SAMPLES) errorSamples.push(error);
    return;
  }
  if (dueMs >= countFromMs && dueMs < countUntilMs) timesMs.get(kind)?.push(performance.now() - dueMs);
};

const createShopper = (isSignedIn: boolean, { isUnderway }: { isUnderway: boolean }): Shopper => {
  const buyer = isSignedIn ? setup.buyers[nextBuyer++ % setup.buyers.length] : undefined;
  const port = setup.ports[nextPort++ % setup.ports.length] ?? 0;
  return new Shopper(setup, random, report, { port, buyer, isUnderway });
};

/** A place in the shop: when its shopper leaves, another one comes. */
type Place = { shopper: Shopper; isSignedIn: boolean; running: number };
const places: Place[] = Array.from({ length: SHOPPERS }, (_, n) => {
  const isSignedIn = n < SHOPPERS * SIGNED_IN_SHARE;
  return { shopper: createShopper(isSignedIn, { isUnderway: true }), isSignedIn, running: 0 };
});

const countOrders = (): number => places.reduce((count, { shopper }) => count + shopper.orders, 0);

const summarizeTimes = (times: number[]): Latencies => {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
  };
};

type Counts = { actions: number; orders: number; running: number };

/** Lets one place act at its own times until the end. The times do not depend on the responses: a slow shop gets no pause. */
const actUntil = (place: Place, firstMs: number, endMs: number, meanPauseMs: number, counts: Counts): Promise<void> =>
  new Promise((resolve) => {
    const schedule = (dueMs: number) => {
      if (dueMs >= endMs) return resolve();
      setTimeout(() => act(dueMs), Math.max(0, dueMs - performance.now()));
    };
    const act = (dueMs: number) => {
      if (place.shopper.isOver && place.running === 0) {
        place.shopper.close();
        counts.orders += place.shopper.orders;
        place.shopper = createShopper(place.isSignedIn, { isUnderway: false });
      }
      const { shopper } = place;
      place.running++;
      counts.running++;
      if (dueMs >= countFromMs) counts.actions++;
      void shopper.act(dueMs).then(() => {
        place.running--;
        counts.running--;
      });
      schedule(dueMs - Math.log(1 - random.next()) * meanPauseMs);
    };
    schedule(firstMs);
  });

const run = async ({ actionsPerSecond, settleSeconds, seconds }: MixTask): Promise<MixResult> => {
  const startMs = performance.now();
  const meanPauseMs = (SHOPPERS / actionsPerSecond) * 1000;
  timesMs.clear();
  for (const kind of MIX_KINDS) timesMs.set(kind, []);
  errors = 0;
  errorSamples = [];
  countFromMs = startMs + settleSeconds * 1000;
  countUntilMs = countFromMs + seconds * 1000;
  // Without the orders that the present shoppers have placed in earlier tasks.
  const counts: Counts = { actions: 0, orders: -countOrders(), running: 0 };
  const endMs = countUntilMs;
  await Promise.all(
    places.map((place) => actUntil(place, startMs + random.next() * meanPauseMs, endMs, meanPauseMs, counts)),
  );
  await wait(Math.max(0, endMs - performance.now()));
  const unfinished = counts.running;
  for (const lastMs = performance.now() + MAX_WAIT_MS; counts.running > 0 && performance.now() < lastMs; )
    await wait(WAIT_STEP_MS);
  counts.orders += countOrders();
  const kinds: MixResult['kinds'] = {};
  for (const [kind, times] of timesMs) if (times.length > 0) kinds[kind] = summarizeTimes(times);
  const { actions, orders } = counts;
  return {
    all: summarizeTimes([...timesMs.values()].flat()),
    kinds,
    actions,
    orders,
    errors,
    errorSamples,
    unfinished,
  };
};

handleTasks(run);
