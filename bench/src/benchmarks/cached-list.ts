import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLoad } from '../load/load.ts';
import { measuredFigures, metered, type Part } from '../measurement.ts';
import { type Served, startServer, startShop, temporaryFolder } from '../processes.ts';
import { measuredInTurns } from '../statistics.ts';

const CONSTANT = fileURLToPath(new URL('../baselines/constant-server.ts', import.meta.url));
const LIST = '/backend/api/products/?page=1&country_code=GB';
const CONNECTIONS = 10;

/** A kept answer against a route that sends the same bytes and knows nothing else. */
export const cachedList: Part = async ({ quick }) => {
  const folder = await temporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const answer = await fetch(shop.origin + LIST, { headers: { 'accept-encoding': 'identity' } });
  const file = join(folder.path, 'answer.json');
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const constant = await startServer(CONSTANT, [file, answer.headers.get('content-type') ?? ''], {}, '/');
  const load = startLoad();
  const seconds = quick ? 1 : 3;
  const ask = ({ pid, port }: Served, path: string) =>
    metered([pid], () => load.run({ port, paths: [path], connections: CONNECTIONS, seconds }));
  const ours = () => ask(shop, LIST);
  const theirs = () => ask(constant, '/');
  // Machine code is made of what runs often: neither side is measured before it is.
  for (let warming = 0; warming < 2; warming++) {
    await ours();
    await theirs();
  }
  const compared = await measuredInTurns(quick ? 2 : 7, ours, theirs);
  await Promise.all([load.stop(), constant.stop(), shop.stop()]);
  await folder.remove();
  return measuredFigures('List of 50, kept answer, against constant bytes', compared, { least: 0.5 });
};
