// Sends the statements of one request repeatedly, over as many connections as the shop has, and ignores the rows.
import pg from 'pg';
import { handleTasks } from '../tasks.ts';
import type { SqlResult, SqlTask } from './bare-sql.task.ts';

const [connection = '{}', connections = '10'] = process.argv.slice(2);
const pool = new pg.Pool({ ...(JSON.parse(connection) as pg.ClientConfig), max: Number(connections) });

const run = async ({ statements, concurrency, seconds }: SqlTask): Promise<SqlResult> => {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let requests = 0;
  const loop = async () => {
    while (performance.now() < endMs) {
      await Promise.all(statements.map(({ text, values }, n) => pool.query({ name: `statement-${n}`, text, values })));
      requests++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return { requests, seconds: (performance.now() - startMs) / 1000 };
};

handleTasks(run);
