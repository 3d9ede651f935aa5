import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { checkoutRoutes, openCheckout } from '../../../server/src/checkout/index.ts';
import { Geo } from '../../../server/src/geo/index.ts';
import { orderRoutes, paymentRoutes } from '../../../server/src/orders/index.ts';
import { knowSessions } from '../../../server/src/platform/routes.ts';
import type { Tables } from '../../../server/src/platform/tables.gen.ts';
import { SandboxPayments } from '../../../server/src/ports/payments/sandbox.payments.ts';
import { TableShipping } from '../../../server/src/ports/shipping/table.shipping.ts';
import { checkOut, type Post } from '../load/checkout.ts';
import type { Buyer } from '../shoppers/buyers.ts';
import { type Parameter, type RecordedStatement, SLOTS, type Slot, type Unit } from './checkout-sql.task.ts';

type Sent = { text: string; values: unknown[] };

/** The shop's own routes of a checkout, on connections whose statements are written down. */
const recordedShop = (pool: pg.Pool, write: (statement: Sent) => void): FastifyInstance => {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as PostgresPool }),
    log: ({ query }) => write({ text: query.sql, values: [...query.parameters] }),
  });
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  knowSessions(app, db);
  const publicUrl = 'http://localhost:3000';
  const report = (error: unknown) => process.stderr.write(`${error}\n`);
  const checkout = openCheckout({ db, geo: new Geo(db, 'NG'), shipping: new TableShipping(0), report });
  const payments = new SandboxPayments(db, publicUrl);
  const deps = { db, payments, checkout, publicUrl, returnUrl: `${publicUrl}/backend/payment/return`, log: app.log };
  app.register(
    async (calls) => {
      checkoutRoutes(calls, deps);
      orderRoutes(calls, deps);
      paymentRoutes(calls, deps);
    },
    { prefix: '/backend' },
  );
  return app;
};

/** What differs from checkout to checkout, by its value in the recorded one: numbers by themselves, texts within texts. */
type Known = ReadonlyMap<string | number, Slot>;

/** A recorded text with slots in it; each value of a slot is like nothing else that is sent. */
const withSlots = (text: string, known: Known): (string | { slot: Slot })[] => {
  const found = [...known].find(([value]) => typeof value === 'string' && text.includes(value));
  if (!found) return [text];
  const [value, slot] = found;
  return text
    .split(String(value))
    .flatMap((part, n) => (n === 0 ? withSlots(part, known) : [{ slot }, ...withSlots(part, known)]));
};

/** Parameters as PostgreSQL reads them, since the rival gets them as JSON. */
const parameterOf = (value: unknown, known: Known): Parameter => {
  if (Array.isArray(value)) return { list: value.map((one) => parameterOf(one, known)) };
  if (Buffer.isBuffer(value)) return { pieces: withSlots(`\\x${value.toString('hex')}`, known) };
  if (value instanceof Date) return { fixed: value.toISOString() };
  if (typeof value === 'string') return { pieces: withSlots(value, known) };
  const slot = typeof value === 'number' ? known.get(value) : undefined;
  return slot ? { pieces: [{ slot }] } : { fixed: value };
};

/** Splits what was sent into what shares a connection: from begin to commit, or a single statement. */
const unitsOf = (statements: readonly RecordedStatement[]): Unit[] => {
  const units: Unit[] = [];
  let within = false;
  for (const statement of statements) {
    if (within) units.at(-1)?.push(statement);
    else units.push([statement]);
    if (statement.text === 'begin') within = true;
    if (statement.text === 'commit') within = false;
  }
  return units;
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Writes down what one checkout sends to the database: the last of the buyers', when everything that the shop keeps in
 * memory is there.
 * @returns the statements of each of its transactions, in their order
 * @throws Error when one of the things that differ from checkout to checkout was not found in them
 */
export const recordCheckout = async (pool: pg.Pool, secret: string, buyers: readonly Buyer[]): Promise<Unit[]> => {
  let sent: Sent[] = [];
  const app = recordedShop(pool, (statement) => sent.push(statement));
  const post: Post = async (url, headers, payload) => {
    const type = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.body;
  };
  const known = new Map<string | number, Slot>();
  for (const buyer of buyers) {
    sent = [];
    const placed = await checkOut(post, secret, buyer);
    known.clear();
    for (const slot of SLOTS) if (slot in buyer) known.set(buyer[slot as keyof Buyer], slot);
    known.set(placed.order_id, 'order').set(placed.payment.data.access_code, 'accessCode');
  }
  await app.close();
  const texts = sent.flatMap(({ values }) => values.flat()).filter((value) => typeof value === 'string');
  const [mail, ...more] = new Set(texts.flatMap((text) => text.match(UUID) ?? []).filter((id) => !known.has(id)));
  if (mail === undefined || more.length > 0) throw new Error('a checkout no longer queues exactly one mail');
  known.set(mail, 'mail');
  const units = unitsOf(
    sent.map(({ text, values }) => ({ text, parameters: values.map((value) => parameterOf(value, known)) })),
  );
  const told = JSON.stringify(units);
  for (const [value, slot] of known) {
    if (!told.includes(`{"slot":"${slot}"}`)) throw new Error(`a checkout sent nothing of its ${slot}`);
    if (typeof value === 'string' && told.includes(value))
      throw new Error(`the ${slot} of the recorded checkout is left in it`);
  }
  return units;
};
