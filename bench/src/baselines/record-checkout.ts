import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { AccountChanges } from '../../../server/src/account/index.ts';
import { checkoutRoutes } from '../../../server/src/checkout/checkout.routes.ts';
import { openCheckout } from '../../../server/src/checkout/index.ts';
import { readConfig } from '../../../server/src/config.ts';
import { Geo } from '../../../server/src/geo/index.ts';
import { unpaidOrders } from '../../../server/src/orders/index.ts';
import { orderRoutes } from '../../../server/src/orders/order.routes.ts';
import { paymentRoutes } from '../../../server/src/orders/payment.routes.ts';
import { RateLimiter } from '../../../server/src/platform/rate-limiter.ts';
import { addAuthentication } from '../../../server/src/platform/routes.ts';
import type { Tables } from '../../../server/src/platform/tables.gen.ts';
import { SandboxPayments } from '../../../server/src/ports/payments/sandbox.payments.ts';
import { TableShipping } from '../../../server/src/ports/shipping/table.shipping.ts';
import { checkOut, type Post } from '../load/checkout.ts';
import { type Buyer, cartItemsOf } from '../shoppers/buyers.ts';
import {
  MAIL_SLOTS,
  type Parameter,
  type RecordedStatement,
  SLOTS,
  type Slot,
  type Unit,
} from './checkout-sql.task.ts';

type SentStatement = { text: string; values: unknown[] };

/** The checkout routes of the shop, on a database whose statements are recorded. */
const openRecordedShop = (pool: pg.Pool, record: (statement: SentStatement) => void): FastifyInstance => {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as PostgresPool }),
    log: ({ query }) => record({ text: query.sql, values: [...query.parameters] }),
  });
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (response) => JSON.stringify(response));
  const config = readConfig({});
  const { sessionMaxDays } = config;
  const publicUrl = 'http://localhost:3000';
  addAuthentication(app, db, {
    callLimits: { maxRunning: 1, maxWaiting: 0 },
    sessionMaxDays,
    publicUrl,
    operatorsNeedSecondFactor: false,
    readStaff: async () => undefined,
  });
  const report = (error: unknown) => process.stderr.write(`${error}\n`);
  const rateLimiter = new RateLimiter(db, config.rateLimitFactor);
  const accountChanges = new AccountChanges(db, config.accountLockTimeoutMs);
  const checkout = openCheckout({
    db,
    accountChanges,
    geo: new Geo(db, 'NG'),
    shipping: new TableShipping(0),
    unpaidOrders,
    rateLimiter,
    carrierCallsPerHour: config.checkoutPerHour.carrierCalls,
    report,
  });
  const payments = new SandboxPayments(db, publicUrl);
  const deps = { db, accountChanges, rateLimiter, payments, checkout, publicUrl, config, log: app.log };
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

/** The slots of the recorded checkout by value. A number is a whole parameter; a text can be part of a parameter. */
type SlotsByValue = ReadonlyMap<string | number, Slot>;

/** Splits a recorded text at the values of slots. These values occur nowhere else. */
const splitAtSlots = (text: string, slots: SlotsByValue): (string | { slot: Slot })[] => {
  const found = [...slots].find(([value]) => typeof value === 'string' && text.includes(value));
  if (!found) return [text];
  const [value, slot] = found;
  return text
    .split(String(value))
    .flatMap((part, n) => (n === 0 ? splitAtSlots(part, slots) : [{ slot }, ...splitAtSlots(part, slots)]));
};

/** Converts a value to a parameter in text that PostgreSQL reads, because the baseline receives it as JSON. */
const toParameter = (value: unknown, slots: SlotsByValue): Parameter => {
  if (Array.isArray(value)) return { list: value.map((item) => toParameter(item, slots)) };
  if (Buffer.isBuffer(value)) return { pieces: splitAtSlots(`\\x${value.toString('hex')}`, slots) };
  if (value instanceof Date) return { fixed: value.toISOString() };
  if (typeof value === 'string') return { pieces: splitAtSlots(value, slots) };
  const slot = typeof value === 'number' ? slots.get(value) : undefined;
  return slot ? { pieces: [{ slot }] } : { fixed: value };
};

/** Groups statements that run on one connection: from begin to commit, or a single statement. */
const groupIntoUnits = (statements: readonly RecordedStatement[]): Unit[] => {
  const units: Unit[] = [];
  let inTransaction = false;
  for (const statement of statements) {
    if (inTransaction) units.at(-1)?.push(statement);
    else units.push([statement]);
    if (statement.text === 'begin') inTransaction = true;
    if (statement.text === 'commit') inTransaction = false;
  }
  return units;
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Records the statements that a checkout sends to the database. The last buyer's checkout is used, because the shop's
 * caches are warm by then.
 * @returns the statements of each transaction, in order
 * @throws Error if a slot is missing in the recorded statements
 */
export const recordCheckout = async (pool: pg.Pool, secret: string, buyers: readonly Buyer[]): Promise<Unit[]> => {
  let sent: SentStatement[] = [];
  const app = openRecordedShop(pool, (statement) => sent.push(statement));
  const post: Post = async (url, headers, payload) => {
    const type = { 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload });
    if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}: ${response.body}`);
    return response.body;
  };
  const slots = new Map<string | number, Slot>();
  for (const buyer of buyers) {
    sent = [];
    const placed = await checkOut(post, secret, buyer, cartItemsOf(buyer));
    slots.clear();
    for (const slot of SLOTS) if (slot in buyer) slots.set(buyer[slot as keyof Buyer], slot);
    slots.set(placed.order_id, 'order').set(placed.payment.data.access_code, 'accessCode');
  }
  await app.close();
  const texts = sent.flatMap(({ values }) => values.flat()).filter((value) => typeof value === 'string');
  const mails = [...new Set(texts.flatMap((text) => text.match(UUID) ?? []).filter((id) => !slots.has(id)))];
  if (mails.length !== MAIL_SLOTS.length) throw new Error(`a checkout must queue ${MAIL_SLOTS.length} mails`);
  for (const [n, slot] of MAIL_SLOTS.entries()) slots.set(mails[n] ?? '', slot);
  const units = groupIntoUnits(
    sent.map(({ text, values }) => ({ text, parameters: values.map((value) => toParameter(value, slots)) })),
  );
  const recorded = JSON.stringify(units);
  for (const [value, slot] of slots) {
    if (!recorded.includes(`{"slot":"${slot}"}`)) throw new Error(`the recorded checkout has no ${slot}`);
    if (typeof value === 'string' && recorded.includes(value))
      throw new Error(`the recorded checkout still contains the value of ${slot}`);
  }
  return units;
};
