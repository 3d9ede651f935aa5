import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../load/load.ts';
import type { Benchmark } from '../measurement.ts';
import { readPssMegabytes } from '../memory.ts';
import { createTemporaryFolder, type ServerProgram, startShop } from '../processes.ts';

const SAMPLE_MS = 200;
const CONNECTIONS = 24;
const PRODUCTS = 420;
const LIST_PAGES = 9;
const COUNTRIES = ['NG', 'GB', 'US', 'CA', 'DE', 'FR', 'GH', 'KE', 'ZA', 'IE'];
const SECTIONS = ['productList', 'hotDeals', 'newArrivals'];
const SEARCHES = ['palm+oil', 'egusi', 'yam', 'plantin', 'basket', 'rice'];

/** Pages and API calls of one country; two thirds are products. */
const listPaths = (country: string): string[] => {
  const products = Array.from({ length: PRODUCTS / COUNTRIES.length }, (_, n) => n * COUNTRIES.length + 1);
  const lists = Array.from({ length: LIST_PAGES }, (_, n) => n + 1);
  return [
    '/',
    ...SECTIONS.map((section) => `/product/list?section=${section}&page=1`),
    ...lists.map((page) => `/product/list?section=productList&page=${page}`),
    ...SEARCHES.map((term) => `/product/list?section=searchQuery&query=${term}&page=1`),
    ...products.map((id) => `/product/details/${id}`),
    ...lists.map((page) => `/backend/api/products/?page=${page}&country_code=${country}`),
    ...SEARCHES.map((term) => `/backend/api/products/?search=${term}&country_code=${country}`),
    ...products.map((id) => `/backend/api/products/${id}/?country_code=${country}`),
  ];
};

/** @returns the highest memory of the server until `isDone`, in megabytes */
const watchPeak = async ({ pid }: ServerProgram, isDone: () => boolean): Promise<number> => {
  let peak = 0;
  for (; !isDone(); await wait(SAMPLE_MS)) peak = Math.max(peak, await readPssMegabytes(pid));
  return peak;
};

/** The highest memory of one server while visitors of ten countries request more pages and lists than its caches can store. */
export const peakMemory: Benchmark = async ({ quick }) => {
  if (process.platform !== 'linux') return [];
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const load = startLoad();
  let isDone = false;
  const watching = watchPeak(shop, () => isDone);
  let requests = 0;
  const started = performance.now();
  for (let round = 0; round < (quick ? 1 : 4); round++)
    for (const country of COUNTRIES) {
      const headers = { cookie: `country=${country}`, 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0' };
      const task = { port: shop.port, paths: listPaths(country), headers, connections: CONNECTIONS, seconds: 3 };
      requests += (await load.run(task)).requests;
    }
  const seconds = (performance.now() - started) / 1000;
  isDone = true;
  const peak = await watching;
  await Promise.all([load.stop(), shop.stop()]);
  await folder.remove();
  return [
    {
      name: 'Server process, highest PSS under load',
      shop: `${requests.toLocaleString('en')} requests in ${seconds.toFixed(0)} s`,
      baseline: '',
      value: peak,
      unit: ' MB',
      target: { max: 350 },
    },
  ];
};
