// Sends the statements of one checkout for one buyer after the other, over as many connections as the shop has, and does
// nothing with the rows.
import pg from 'pg';
import { inLanes } from '../concurrency.ts';
import { answerOrders } from '../tasks.ts';
import type { CheckoutSqlAnswer, CheckoutSqlOrder, Filling, Parameter, Unit } from './checkout-sql.task.ts';

const [connection = '{}', connections = '10'] = process.argv.slice(2);
// Connections stay: the processor time of one that is closed could not be read any more.
const pool = new pg.Pool({
  ...(JSON.parse(connection) as pg.ClientConfig),
  max: Number(connections),
  idleTimeoutMillis: 0,
});

const fill = (parameter: Parameter, filling: Filling): unknown => {
  if ('fixed' in parameter) return parameter.fixed;
  if ('list' in parameter) return parameter.list.map((one) => fill(one, filling));
  return parameter.pieces.map((piece) => (typeof piece === 'string' ? piece : filling[piece.slot])).join('');
};

/** Statements of the same text share a name, so that each is parsed and planned once a connection. */
const namesOf = (units: readonly Unit[]): Map<string, string> =>
  new Map([...new Set(units.flat().map(({ text }) => text))].map((text, n) => [text, `statement-${n}`]));

const run = async ({ units, fillings, lanes }: CheckoutSqlOrder): Promise<CheckoutSqlAnswer> => {
  const names = namesOf(units);
  const seconds = await inLanes(lanes, fillings, async (filling) => {
    for (const unit of units) {
      const client = await pool.connect();
      try {
        for (const { text, parameters } of unit) {
          const values = parameters.map((parameter) => fill(parameter, filling));
          await client.query({ name: names.get(text) ?? '', text, values });
        }
      } finally {
        client.release();
      }
    }
  });
  return { seconds };
};

answerOrders(run);
