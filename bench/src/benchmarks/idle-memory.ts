import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listWithChildren } from '../cpu-time.ts';
import type { Benchmark, Measurement } from '../measurement.ts';
import { readPssMegabytes } from '../memory.ts';
import { createTemporaryFolder, startShop } from '../processes.ts';

const REQUESTS = 100;
const IDLE_MS = 5000;
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

/** The ids of all database processes. */
const readDatabasePids = async (folder: string): Promise<string[]> => {
  const file = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8');
  return listWithChildren(Number(file.split('\n')[0]));
};

const createMeasurement = (name: string, shop: string, value: number, max: number): Measurement => ({
  name,
  shop,
  baseline: '',
  value,
  unit: ' MB',
  target: { max },
});

/** Memory of the idle shop and its database, after some requests. */
export const idleMemory: Benchmark = async () => {
  if (process.platform !== 'linux') return [];
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  for (let n = 0; n < REQUESTS; n++) {
    const path = PATHS[n % PATHS.length] ?? '/';
    const response = await fetch(shop.origin + path, { headers: { 'user-agent': 'Mozilla/5.0' } });
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
  await wait(IDLE_MS);
  const server = await readPssMegabytes(shop.pid);
  const pids = await readDatabasePids(folder.path);
  const database = (await Promise.all(pids.map(readPssMegabytes))).reduce((sum, part) => sum + part, 0);
  await shop.stop();
  await folder.remove();
  return [
    createMeasurement('Server process, PSS', 'one process', server, 250),
    createMeasurement('Database, PSS', `${pids.length} processes`, database, 200),
  ];
};
