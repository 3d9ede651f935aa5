import { listWithChildren, readCpuSeconds } from '../cpu-time.ts';
import { createRatioMeasurement, formatMilliseconds, type Measurement } from '../measurement.ts';
import type { ServerProgram } from '../processes.ts';
import { measureRounds, median, summarizeField } from '../statistics.ts';
import { startLoad } from './load.ts';

/** PostgreSQL plans a prepared statement five times before it may reuse a plan. These requests are not measured. */
const WARM_UP_REQUESTS = 12;
const MAX_RATIO = 2;

/** A request to one of the shops. */
export type ShopRequest = { shop: ServerProgram; path: string; token: string };
/** The same request to the shop with many rows, and to the one with few. Without a target it is measured only. */
export type SizeCase = { name: string; many: ShopRequest; few: ShopRequest; target?: 'none' | undefined };

/**
 * Compares the times of requests on many rows with those on few: the number must make little difference.
 * @param databasePid the database of both shops
 */
export const compareShops = async (
  databasePid: number,
  cases: readonly SizeCase[],
  quick: boolean,
): Promise<Measurement[]> => {
  const load = startLoad();
  const measurements: Measurement[] = [];
  const measure = async ({ shop: { port, pid }, path, token }: ShopRequest) => {
    const pids = [pid, ...(await listWithChildren(databasePid))];
    const task = { port, paths: [path], headers: { authorization: `Token ${token}` } };
    const before = await readCpuSeconds(pids);
    const { timesMs } = await load.run({ ...task, connections: 1, seconds: quick ? 0.2 : 0.7, timed: true });
    return { ms: median(timesMs), cpuMs: (((await readCpuSeconds(pids)) - before) * 1000) / timesMs.length };
  };
  for (const { name, many, few, target = { max: MAX_RATIO } } of cases) {
    for (const { shop, path, token } of [few, many])
      for (let n = 0; n < WARM_UP_REQUESTS; n++) {
        const response = await fetch(shop.origin + path, { headers: { authorization: `Token ${token}` } });
        if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
        await response.arrayBuffer();
      }
    const rounds = await measureRounds(
      quick ? 2 : 7,
      () => measure(many),
      () => measure(few),
    );
    const compare = (label: string, field: 'ms' | 'cpuMs') =>
      createRatioMeasurement(label, summarizeField(rounds, field), formatMilliseconds, target);
    measurements.push(compare(name, 'ms'), compare(`${name}, CPU time`, 'cpuMs'));
  }
  await load.stop();
  return measurements;
};
