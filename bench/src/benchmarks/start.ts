import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { listDescendants, readCpuSeconds } from '../cpu-time.ts';
import { type Benchmark, createRatioMeasurement } from '../measurement.ts';
import { createTemporaryFolder } from '../processes.ts';
import { compareInRounds, summarize } from '../statistics.ts';

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));
const POLL_MS = 10;
const START_TIMEOUT_MS = 120_000;

const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200;

type Start = { wallMs: number; cpuMs: number };

/** Runs `npm start` on existing data until it can serve requests, and stops it. CPU time includes npm and the database. */
const measureStart = async (checkout: string, env: NodeJS.ProcessEnv): Promise<Start> => {
  const port = await getPort();
  const all = { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], { cwd: checkout, env: all, stdio: ['ignore', 'ignore', 'inherit'] });
  while (!(await isReady(port))) {
    if (npm.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS) throw new Error('no start');
    await wait(POLL_MS);
  }
  const wallMs = performance.now() - startedAt;
  const pids = await listDescendants(npm.pid ?? 0);
  const cpuMs = 1000 * (await readCpuSeconds(pids));
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  // The server stops after npm, and the database after the server.
  const server = pids.filter((pid) => pid !== String(npm.pid));
  while ((await readCpuSeconds(server)) > 0) await wait(POLL_MS);
  return { wallMs, cpuMs };
};

/**
 * Start of the shop on existing data, against the same without the cache of compiled modules, or against another
 * checkout (`--against`).
 */
export const start: Benchmark = async ({ quick, phone: { against } }) => {
  if (process.platform !== 'linux') return [];
  const folder = await createTemporaryFolder();
  // Each checkout has its own cache, if it has one.
  const env = { DATA_DIR: join(folder.path, 'data'), NODE_ENV: 'development', NODE_COMPILE_CACHE: undefined };
  const baseline = against === undefined ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {};
  const cpu = { shop: [] as number[], baseline: [] as number[] };
  const measureShop = async () => {
    const { wallMs, cpuMs } = await measureStart(CHECKOUT, env);
    cpu.shop.push(cpuMs);
    return wallMs;
  };
  const measureBaseline = async () => {
    const { wallMs, cpuMs } = await measureStart(against ?? CHECKOUT, { ...env, ...baseline });
    cpu.baseline.push(cpuMs);
    return wallMs;
  };
  // The first start creates the data, and fills the cache.
  await measureShop();
  await measureBaseline();
  for (const list of Object.values(cpu)) list.length = 0;
  const comparison = await compareInRounds(quick ? 2 : 9, measureShop, measureBaseline);
  await folder.remove();
  const cpuRounds = cpu.shop.map((shop, n) => ({ shop, baseline: cpu.baseline[n] ?? Number.NaN }));
  const format = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return [
    createRatioMeasurement('Ready to serve', comparison, format, { max: 2 / 3 }),
    createRatioMeasurement('Ready to serve, CPU time', summarize(cpuRounds), format, { max: 2 / 3 }),
  ];
};
