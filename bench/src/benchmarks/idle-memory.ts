import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { family } from '../cpu-time.ts';
import type { Figure, Part } from '../measurement.ts';
import { startShop, temporaryFolder } from '../processes.ts';

const REQUESTS = 100;
const IDLE = 5000;
const PATHS = [
  '/',
  '/product/list?section=productList&page=1',
  '/backend/api/products/?page=2&country_code=GB',
  '/product/details/17',
  '/backend/api/hot-deals/?page=1',
  '/backend/api/products/?search=palm+oil',
  '/backend/api/category/',
  '/product/list?section=hotDeals&page=1',
  '/backend/countries/',
  '/backend/api/products/33/',
];

/** Megabytes that are the process's own, with its share of what it shares. @returns 0 for one that is gone */
const proportional = async (pid: string | number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
};

/** The database's first process and all that it started. */
const databaseProcesses = async (folder: string): Promise<string[]> => {
  const file = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8');
  return family(Number(file.split('\n')[0]));
};

const figure = (name: string, ours: string, value: number, most: number): Figure => ({
  name,
  ours,
  theirs: '',
  value,
  unit: ' MB',
  bar: { most },
});

/** What the shop and its database hold when they have worked a little and now wait. */
export const idleMemory: Part = async () => {
  if (process.platform !== 'linux') return [];
  const folder = await temporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  for (let n = 0; n < REQUESTS; n++) {
    const path = PATHS[n % PATHS.length] ?? '/';
    const answer = await fetch(shop.origin + path, { headers: { 'user-agent': 'Mozilla/5.0' } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  await wait(IDLE);
  const server = await proportional(shop.pid);
  const pids = await databaseProcesses(folder.path);
  const database = (await Promise.all(pids.map(proportional))).reduce((sum, part) => sum + part, 0);
  await shop.stop();
  await folder.remove();
  return [
    figure('Server process, PSS', 'one process', server, 250),
    figure('Database, PSS', `${pids.length} processes`, database, 200),
  ];
};
