// Sends the recorded statements of a checkout for one buyer after the other, over as many connections as the shop has, and
// ignores the rows.
import pg from 'pg';
import { runConcurrently } from '../concurrency.ts';
import { handleTasks } from '../tasks.ts';
import type { CheckoutSqlResult, CheckoutSqlTask, Parameter, SlotValues, Unit } from './checkout-sql.task.ts';

const [connection = '{}', connections = '10'] = process.argv.slice(2);
// Connections stay open, because the CPU time of a closed one cannot be read.
const pool = new pg.Pool({
  ...(JSON.parse(connection) as pg.ClientConfig),
  max: Number(connections),
  idleTimeoutMillis: 0,
});

const parameterValue = (parameter: Parameter, slots: SlotValues): unknown => {
  if ('fixed' in parameter) return parameter.fixed;
  if ('list' in parameter) return parameter.list.map((item) => parameterValue(item, slots));
  return parameter.pieces.map((piece) => (typeof piece === 'string' ? piece : slots[piece.slot])).join('');
};

/** Names each distinct statement, so that a connection parses and plans it only once. */
const nameStatements = (units: readonly Unit[]): Map<string, string> =>
  new Map([...new Set(units.flat().map(({ text }) => text))].map((text, n) => [text, `statement-${n}`]));

const run = async ({ units, checkouts, concurrency }: CheckoutSqlTask): Promise<CheckoutSqlResult> => {
  const names = nameStatements(units);
  const seconds = await runConcurrently(concurrency, checkouts, async (slots) => {
    for (const unit of units) {
      const client = await pool.connect();
      try {
        for (const { text, parameters } of unit) {
          const values = parameters.map((parameter) => parameterValue(parameter, slots));
          await client.query({ name: names.get(text) ?? '', text, values });
        }
      } finally {
        client.release();
      }
    }
  });
  return { seconds };
};

handleTasks(run);
