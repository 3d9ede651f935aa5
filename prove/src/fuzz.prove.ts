import { expect } from 'vitest';
import { fuzzSuite } from './fuzz/fuzz.suite.ts';
import { MAX_SLOWDOWN, MIN_SLOW_MS } from './fuzz/fuzz.ts';
import { renderTable, writeSection } from './results.ts';

const { FUZZ_RUNS = '200', FUZZ_SEED = String(Date.now() % 2 ** 31) } = process.env;
const seed = Number(FUZZ_SEED);
process.stdout.write(`fuzz: the seed is ${seed}; FUZZ_SEED=${seed} repeats the run\n`);

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;

const options = { runs: Number(FUZZ_RUNS), seed, checksTimes: true };
fuzzSuite({ calls: options, pages: { ...options, runs: Math.ceil(options.runs / 2) } }, async (results) => {
  const rows = [...results].map(([topic, of]) => {
    const requests = of.reduce((sum, one) => sum + one.requests, 0);
    const count = (digit: string) => of.reduce((sum, { byClass }) => sum + (byClass[digit] ?? 0), 0);
    const slowdown = Math.max(...of.map(({ slowest, median }) => slowest / median));
    return {
      topic,
      addresses: of.length,
      requests,
      ok: count('2xx'),
      refused: count('4xx'),
      failed: count('5xx'),
      slowdown,
    };
  });
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  await writeSection('Fuzzed calls', [
    `${total.toLocaleString('en')} generated requests, seed ${seed}. Slowest: the time of the slowest response of a call or page, in medians of that call or page; ${MAX_SLOWDOWN} are allowed, and ${MIN_SLOW_MS} ms in any case. What is neither 2xx nor 4xx is a redirect or "not modified".`,
    renderTable(
      ['group', 'calls or addresses', 'requests', '2xx', '4xx', '5xx', 'slowest, in medians'],
      rows.map(({ topic, addresses, requests, ok, refused, failed, slowdown }) => [
        topic,
        addresses,
        requests,
        percent(ok, requests),
        percent(refused, requests),
        failed,
        slowdown.toFixed(1),
      ]),
    ),
  ]);
  expect(rows.reduce((sum, { failed }) => sum + failed, 0)).toBe(0);
});
