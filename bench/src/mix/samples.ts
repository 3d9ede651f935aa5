import { listWithChildren } from '../cpu-time.ts';
import { readPssMegabytes } from '../memory.ts';
import { median } from '../statistics.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { MixShop } from './mix-shop.ts';

/** A table or an index. Rows are those of the table, as PostgreSQL counts them. */
export type RelationSample = { bytes: number; liveRows: number; deadRows: number };
/** One moment of a long run. */
export type Sample = {
  /** By name and process, such as `memory of node 1, MB`. */
  values: Map<string, number>;
  relations: Map<string, RelationSample>;
};

/** Metrics of a process (GET /metrics), with the name and the factor in a sample. */
const METRICS: Record<string, { name: string; factor: number }> = {
  nodejs_heap_size_used_bytes: { name: 'heap in use, MB', factor: 2 ** -20 },
  nodejs_external_memory_bytes: { name: 'external memory, MB', factor: 2 ** -20 },
  nodejs_active_resources_total: { name: 'open handles', factor: 1 },
  process_open_fds: { name: 'open files and sockets', factor: 1 },
  nodejs_eventloop_lag_p99_seconds: { name: 'delay of the event loop, p99 ms', factor: 1000 },
};

const RELATIONS = `
  select c.relname as name, pg_relation_size(c.oid) as bytes, s.n_live_tup as live, s.n_dead_tup as dead
  from pg_class c left join pg_index i on i.indexrelid = c.oid
  join pg_stat_user_tables s on s.relid = coalesce(i.indrelid, c.oid)
  where c.relkind in ('r', 'i')`;

const readMetrics = async (port: number): Promise<[string, number][]> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Object.entries(METRICS).flatMap(([metric, { name, factor }]): [string, number][] => {
    const value = new RegExp(`^${metric}(?:\\{\\})? (\\S+)`, 'm').exec(text)?.[1];
    return value === undefined ? [] : [[name, Number(value) * factor]];
  });
};

/** Reads memory, after a garbage collection, handles, connections and sizes. */
export const readSample = async (shop: MixShop, databasePid: number): Promise<Sample> => {
  const values = new Map<string, number>();
  for (const port of shop.inspectorPorts) await collectGarbage(port);
  const servers = [
    ...shop.nodes.map(({ pid }, n) => ({ name: `node ${n + 1}`, pid })),
    { name: 'worker', pid: shop.worker.pid },
  ];
  for (const [n, { name, pid }] of servers.entries()) {
    values.set(`${name}: memory (PSS), MB`, await readPssMegabytes(pid));
    for (const [metric, value] of await readMetrics(shop.metricsPorts[n] ?? 0)) values.set(`${name}: ${metric}`, value);
  }
  const pids = await listWithChildren(databasePid);
  const megabytes = await Promise.all(pids.map(readPssMegabytes));
  values.set(
    // A backend ends after a minute without work, so the number of processes varies.
    'database: memory (PSS) of a process, MB',
    megabytes.reduce((sum, part) => sum + part, 0) / megabytes.length,
  );
  const { rows: activity } = await shop.pool.query<{ connections: number }>(
    "select count(*) as connections from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  values.set('database: connections', activity[0]?.connections ?? 0);
  const { rows } = await shop.pool.query<{ name: string; bytes: number; live: number; dead: number }>(RELATIONS);
  return {
    values,
    relations: new Map(rows.map(({ name, bytes, live, dead }) => [name, { bytes, liveRows: live, deadRows: dead }])),
  };
};

/** The median of a value in the middle and in the last third of a run, and their ratio. */
export type Growth = { name: string; middle: number; last: number; ratio: number };

const thirds = <T>(samples: readonly T[]): [T[], T[]] => {
  const third = Math.floor(samples.length / 3);
  return [samples.slice(third, samples.length - third), samples.slice(samples.length - third)];
};

const growthOf = (name: string, middle: number, last: number, allowance = 0): Growth => ({
  name,
  middle,
  last,
  ratio: Math.max(0, last - allowance) / Math.max(1, middle),
});

/** How each value grew. */
export const valueGrowths = (samples: readonly Sample[]): Growth[] => {
  const [middle, last] = thirds(samples);
  const medianOf = (part: readonly Sample[], name: string) => median(part.map(({ values }) => values.get(name) ?? 0));
  return [...(samples[0]?.values.keys() ?? [])].map((name) =>
    growthOf(name, medianOf(middle, name), medianOf(last, name)),
  );
};

/**
 * How each table and index grew beyond its rows: orders are stored for ever, so a table of orders may grow as their number
 * does. @param allowanceBytes growth that does not count, because small relations grow by whole pages
 */
export const relationGrowths = (samples: readonly Sample[], allowanceBytes: number): Growth[] => {
  const [middle, last] = thirds(samples);
  const medianOf = (part: readonly Sample[], name: string, key: keyof RelationSample) =>
    median(part.map(({ relations }) => relations.get(name)?.[key] ?? 0));
  return [...(samples.at(-1)?.relations.keys() ?? [])].map((name) => {
    const rows = { middle: medianOf(middle, name, 'liveRows'), last: medianOf(last, name, 'liveRows') };
    const rowGrowth = Math.max(1, rows.last / Math.max(1, rows.middle));
    return growthOf(name, medianOf(middle, name, 'bytes') * rowGrowth, medianOf(last, name, 'bytes'), allowanceBytes);
  });
};
