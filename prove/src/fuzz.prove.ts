import { fuzzSuite } from './fuzz/fuzz.suite.ts';
import { MAX_SLOWDOWN, MIN_SLOW_MS } from './fuzz/fuzz.ts';
import { renderTable, writeSection } from './results.ts';

const { FUZZ_RUNS = '200', FUZZ_SEED = String(Date.now() % 2 ** 31) } = process.env;
const seed = Number(FUZZ_SEED);
process.stdout.write(`fuzz: the seed is ${seed}; FUZZ_SEED=${seed} repeats the run\n`);

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;

const options = { runs: Number(FUZZ_RUNS), seed, isThorough: true };
fuzzSuite({ calls: options, pages: { ...options, runs: Math.ceil(options.runs / 2) } }, async (results) => {
  const rows = [...results].map(([topic, of]) => {
    const requests = of.reduce((sum, one) => sum + one.requests, 0);
    const count = (digit: string) => of.reduce((sum, { byClass }) => sum + (byClass[digit] ?? 0), 0);
    const slowdown = Math.max(...of.map(({ slowestMs, medianMs }) => slowestMs / medianMs));
    const fewestOk = Math.min(...of.map(({ byClass }) => byClass['2xx'] ?? 0));
    const slowestMs = Math.max(...of.map((one) => one.slowestMs));
    return {
      topic,
      addresses: of.length,
      requests,
      ok: count('2xx'),
      refused: count('4xx'),
      failed: count('5xx'),
      slowdown,
      slowestMs,
      fewestOk,
    };
  });
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  await writeSection('Fuzzed calls', [
    `${total.toLocaleString('en')} generated requests, seed ${seed}. Slowest: the request of a call or page that takes longest, by the best of its times, as slow ones are sent again; the ratio is to the median of that call or page, and may be ${MAX_SLOWDOWN}, or ${MIN_SLOW_MS} ms in any case. What is neither 2xx nor 4xx is a redirect or "not modified". Of each call at least one request must be accepted (2xx), pages and other addresses are exempt; the last column has the call of the group with the fewest.`,
    renderTable(
      ['group', 'calls or addresses', 'requests', '2xx', '4xx', '5xx', 'slowest', 'slowest, in medians', 'fewest 2xx'],
      rows.map(({ topic, addresses, requests, ok, refused, failed, slowdown, slowestMs, fewestOk }) => [
        topic,
        addresses,
        requests,
        percent(ok, requests),
        percent(refused, requests),
        failed,
        `${slowestMs.toFixed(0)} ms`,
        slowdown.toFixed(1),
        fewestOk,
      ]),
    ),
  ]);
});
