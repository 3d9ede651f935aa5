// Runs the statements of one request over and over, on as many connections, and does nothing with the rows.
import pg from 'pg';
import { answerOrders } from '../tasks.ts';
import type { SqlAnswer, SqlOrder } from './bare-sql.task.ts';

const [connection = '{}', connections = '10'] = process.argv.slice(2);
const pool = new pg.Pool({ ...(JSON.parse(connection) as pg.ClientConfig), max: Number(connections) });

const run = async ({ statements, lanes, seconds }: SqlOrder): Promise<SqlAnswer> => {
  const began = performance.now();
  const until = began + seconds * 1000;
  let requests = 0;
  const lane = async () => {
    while (performance.now() < until) {
      await Promise.all(statements.map(({ text, values }, n) => pool.query({ name: `statement-${n}`, text, values })));
      requests++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { requests, seconds: (performance.now() - began) / 1000 };
};

answerOrders(run);
