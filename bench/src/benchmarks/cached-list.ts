import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLoad } from '../load/load.ts';
import { type Benchmark, createRateMeasurements, measureRates } from '../measurement.ts';
import { createTemporaryFolder, type ServerProgram, startServer, startShop } from '../processes.ts';
import { compareRatesInRounds } from '../statistics.ts';

const CONSTANT_SERVER = fileURLToPath(new URL('../baselines/constant-server.ts', import.meta.url));
const LIST = '/backend/api/products/?page=1&country_code=GB';
const CONNECTIONS = 10;

/** A cached response against a route that only sends the same bytes. */
export const cachedList: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const response = await fetch(shop.origin + LIST, { headers: { 'accept-encoding': 'identity' } });
  const file = join(folder.path, 'response.json');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  const constant = await startServer(CONSTANT_SERVER, [file, response.headers.get('content-type') ?? ''], {}, '/');
  const load = startLoad();
  const seconds = quick ? 1 : 3;
  const measure = ({ pid, port }: ServerProgram, path: string) =>
    measureRates([pid], () => load.run({ port, paths: [path], connections: CONNECTIONS, seconds }));
  const measureShop = () => measure(shop, LIST);
  const measureBaseline = () => measure(constant, '/');
  // Warm up both sides, so that V8 has compiled the code before it is measured.
  for (let round = 0; round < 2; round++) {
    await measureShop();
    await measureBaseline();
  }
  const comparison = await compareRatesInRounds(quick ? 2 : 7, measureShop, measureBaseline);
  await Promise.all([load.stop(), constant.stop(), shop.stop()]);
  await folder.remove();
  return createRateMeasurements('List of 50, cached, against constant bytes', comparison, { min: 0.5 });
};
