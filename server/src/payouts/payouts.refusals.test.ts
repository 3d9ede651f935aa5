import { API_PREFIX, type Endpoint, fillPath } from '@sokuwa/contract/endpoint.ts';
import { readDayStatement } from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import * as operatorCalls from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import * as merchantCalls from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import * as schemas from '@sokuwa/contract/payouts/payouts.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { buildApp } from '../app.ts';
import { releaseSales } from '../orders/index.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import type { ProductId } from '../platform/ids.ts';
import { SANDBOX_ACCOUNTS } from '../ports/payouts/sandbox.payouts.ts';
import { openReturns } from '../returns/index.ts';
import { openDeskAs } from '../testing/desk.ts';
import { hasBody } from '../testing/endpoints.ts';
import { createPayee, makePayable } from '../testing/payouts.ts';
import { expectRefusal, isStateless } from '../testing/responses.ts';
import { ageDeliveries, buy, deliver } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { approveBatch, cancelBatch, draftBatch } from './payouts.service.ts';

const act = { dryRun: false, act: { actor: 'finance' } };
const endpoints: Endpoint[] = [...Object.values(merchantCalls), ...Object.values(operatorCalls), readDayStatement];

let shop: TestShop;
/** A node whose database is unavailable. */
let deadNode: FastifyInstance;
/** A shop that allows one request a minute. */
let limitedShop: TestShop;
/** A node of the shop without an encryption key. */
let keylessNode: FastifyInstance;
let payee: Awaited<ReturnType<typeof createPayee>>;
let tokens: Record<'merchant' | 'operator', string>;
/** A disputed order, whose sale an operator can release. */
let orderId: string;
beforeAll(async () => {
  shop = await openTestShop({ PAYOUTS: 'file', PAYOUT_MINIMUM_KOBO: '1' });
  keylessNode = await buildApp({ ...shop, encryption: undefined });
  deadNode = await openShopWithoutDatabase();
  limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  await setUp();
});
afterAll(async () => {
  await keylessNode.close();
  await deadNode.close();
  await limitedShop.close();
  await shop.close();
});
/** A batch that has the state which the call needs, with one payout. */
let batchId: number;
let payoutId: string;
const makeBatch = async (): Promise<void> => {
  await makePayable(shop.db, payee.merchantId, 500_000);
  const batch = await draftBatch(shop, act);
  if ('refused' in batch) throw new Error(batch.refused);
  batchId = batch.id;
  const { id } = await shop.db
    .selectFrom('payout')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('merchant_id', '=', payee.merchantId)
    .executeTakeFirstOrThrow();
  payoutId = id;
};
const send = async (): Promise<void> => {
  await approveBatch(shop, batchId, act);
  expect(await shop.jobs.runDue()).toEqual([]);
};
/** A merchant with bank details, and a batch of one payout. */
const setUp = async (): Promise<void> => {
  payee = await createPayee(shop, '0000001111');
  await payee.setAccount('0000002222');
  const { merchantId } = payee;
  tokens = {
    merchant: await createApiToken(shop.db, { merchantId, name: 'refusals', scope: 'write' }),
    operator: await createApiToken(shop.db, { merchantId: null, name: 'refusals', scope: 'write' }),
  };
  await sql`update payout set status = 'cancelled' where status = 'draft'`.execute(shop.db);
  await makeBatch();
};

const reason = { reason: 'a test' };
type Example = { body?: () => object; response: z.ZodType; prepare?: () => Promise<unknown> };
/** A valid body, what must be done before, and the response's schema of each endpoint. */
const examples = new Map<Endpoint, Example>([
  [merchantCalls.getBalance, { response: schemas.balance }],
  [merchantCalls.listPayouts, { response: schemas.payoutPage }],
  [merchantCalls.getPayout, { response: schemas.payoutDetail }],
  [merchantCalls.getStatement, { response: schemas.statement }],
  [merchantCalls.downloadStatement, { response: csvText }],
  [merchantCalls.getBankAccount, { response: schemas.bankAccount }],
  [
    merchantCalls.changeBankAccount,
    { body: () => ({ bank_code: '057', account_number: '0000003333' }), response: schemas.bankAccount },
  ],
  [merchantCalls.revokeBankAccountChange, { response: schemas.bankAccount }],
  [operatorCalls.listBatches, { response: schemas.batchPage }],
  [
    operatorCalls.draftBatch,
    { body: () => reason, response: schemas.batchDetail, prepare: () => cancelBatch(shop.db, batchId, act) },
  ],
  [operatorCalls.listBankAccountChanges, { response: schemas.bankAccountChanges }],
  [operatorCalls.getBatch, { response: schemas.batchDetail }],
  [operatorCalls.approveBatch, { body: () => reason, response: schemas.batchDetail }],
  [operatorCalls.cancelBatch, { body: () => reason, response: schemas.batchDetail }],
  [operatorCalls.makeBankFile, { body: () => reason, response: csvText, prepare: send }],
  [
    operatorCalls.confirmPayouts,
    { body: () => ({ ...reason, paid: [payoutId] }), response: schemas.batchDetail, prepare: send },
  ],
  [operatorCalls.retryPayout, { body: () => reason, response: schemas.batchDetail, prepare: send }],
  [
    operatorCalls.stopPayout,
    { body: () => reason, response: schemas.batchDetail, prepare: () => approveBatch(shop, batchId, act) },
  ],
  [
    operatorCalls.releaseOrder,
    {
      body: () => reason,
      response: schemas.released,
      prepare: async () => {
        const [yam] = (await addProducts(shop.db, [{ merchant_id: payee.merchantId }])) as [ProductId];
        const id = await buy(shop, [[yam, 1]]);
        await deliver(shop.db, id);
        await ageDeliveries(shop.db, id, 31 * 24);
        await sql`
          insert into dispute (id, reference, status, resolution, ask_at)
          select ${id}, reference, 'resolved', 'merchant-accepted', now() from payment where order_id = ${id}`.execute(
          shop.db,
        );
        await releaseSales(shop.db, { openReturns });
        orderId = id;
      },
    },
  ],
  [operatorCalls.revokeMerchantBankAccountChange, { body: () => reason, response: schemas.bankAccount }],
  [readDayStatement, { response: csvText }],
]);

const UNKNOWN = { batch: '2147483647', payout: 'po-00000000000000000000', order: '000000000000' };
/** The id in the path of a call. */
const idOf = (call: Endpoint, isUnknown = false): string => {
  if (call === operatorCalls.releaseOrder) return isUnknown ? UNKNOWN.order : (orderId ?? UNKNOWN.order);
  if (call === operatorCalls.revokeMerchantBankAccountChange)
    return isUnknown ? UNKNOWN.batch : String(payee.merchantId);
  const aboutPayouts: Endpoint[] = [merchantCalls.getPayout, operatorCalls.retryPayout, operatorCalls.stopPayout];
  if (aboutPayouts.includes(call)) return isUnknown ? UNKNOWN.payout : payoutId;
  return isUnknown ? UNKNOWN.batch : String(batchId);
};
const request = (call: Endpoint, id = idOf(call)): InjectOptions & { url: string } => ({
  method: call.method,
  url: API_PREFIX + fillPath(call.path, { id }),
  headers: { authorization: `Token ${tokens[call.auth === 'operator' ? 'operator' : 'merchant']}` },
  ...(call === readDayStatement && { query: { date: '2026-12-24' } }),
  ...(hasBody(call) && { payload: examples.get(call)?.body?.() ?? {} }),
});

type Provoke = (
  inject: (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>,
  call: Endpoint,
) => Promise<LightMyRequestResponse>;
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (inject) => inject({ headers: {} }),
  token_invalid: (inject, call) =>
    inject({ headers: { authorization: `Token ${tokens[call.auth === 'operator' ? 'merchant' : 'operator']}` } }),
  token_read_only: async (inject, call) => {
    const merchantId = call.auth === 'operator' ? null : payee.merchantId;
    const token = await createApiToken(shop.db, { merchantId, name: 'report', scope: 'read' });
    return inject({ headers: { authorization: `Token ${token}` } });
  },
  too_many_requests: async (_, call) => {
    await limitedShop.app.inject({ url: '/backend/countries/' });
    return limitedShop.app.inject(request(call));
  },
  database_unavailable: (_, call) => deadNode.inject(request(call)),
  invalid_json: (inject, call) =>
    inject({ payload: '{', headers: { ...request(call).headers, 'content-type': 'application/json' } }),
  unsupported_media_type: (inject, call) =>
    inject({ payload: 'x=1', headers: { ...request(call).headers, 'content-type': 'text/plain' } }),
  payload_too_large: (inject) => inject({ payload: { reason: 'y'.repeat(2_000_000) } }),
  invalid_input: (inject, call) => {
    if (call === merchantCalls.changeBankAccount) return inject({ payload: { account_number: 5 } });
    if (hasBody(call)) return inject({ payload: { reason: 5, paid: 5 } });
    if (call.path.includes('{')) return shop.app.inject(request(call, 'x'));
    return inject({ query: { cursor: '-1', from: 'x', date: 'x' } });
  },
  not_found: async (_, call) => {
    if (call === merchantCalls.revokeBankAccountChange) await payee.call('DELETE', 'bank-account/pending/');
    return shop.app.inject(request(call, idOf(call, true)));
  },
  email_missing: async (inject) => {
    await sql`update merchant set email = null where id = ${payee.merchantId}`.execute(shop.db);
    return inject({});
  },
  bank_account_unknown: (inject) => inject({ payload: { bank_code: '057', account_number: SANDBOX_ACCOUNTS.unknown } }),
  payouts_unavailable: (_, call) => keylessNode.inject(request(call)),
  statement_too_long: async (inject) => {
    await shop.db.transaction().execute(async (trx) => {
      // A hundred thousand sales, without the checks of each and without the other side of the ledger.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        with sale as (
          insert into ledger_transaction (kind, cause) select 'sale', 'sale of ' || ${payee.merchantId}::text || ' ' || n from generate_series(1, 100000) n
          returning id)
        insert into ledger_entry (transaction_id, line, account, merchant_id, amount_kobo)
        select id, 1, 'merchant', ${payee.merchantId}, -100 from sale`.execute(trx);
    });
    return inject({});
  },
  nothing_to_pay: async (inject, call) => {
    if (call === operatorCalls.draftBatch) {
      await draftBatch(shop, act);
      return inject({});
    }
    await sql`update payout set status = 'failed' where id = ${payoutId}`.execute(shop.db);
    await sql`update bank_account set revoked_at = now()`.execute(shop.db);
    return inject({});
  },
  verification_required: async (_, call) => {
    const verifiedAt = new Date(Date.now() - 16 * 60_000);
    const desk = await openDeskAs(shop, payee.merchantId, 'owner', { verifiedAt });
    return desk.call(call.method, call.path, examples.get(call)?.body?.());
  },
  batch_not_draft: async (inject) => {
    await approveBatch(shop, batchId, act);
    return inject({});
  },
  no_bank_file: async (inject) => {
    await sql`update payout set provider = 'sandbox' where id = ${payoutId}`.execute(shop.db);
    return inject({});
  },
  payout_not_confirmable: async (inject) => {
    await sql`update payout set provider = 'sandbox', ask_at = now() where id = ${payoutId}`.execute(shop.db);
    return inject({});
  },
  payout_named_twice: (inject) =>
    inject({ payload: { ...reason, paid: [payoutId], failed: [{ id: payoutId, ...reason }] } }),
  payout_failed: async (inject) => {
    await sql`update payout set status = 'failed' where id = ${payoutId}`.execute(shop.db);
    return inject({});
  },
  payout_not_retryable: async (inject) => {
    await sql`update payout set status = 'paid' where id = ${payoutId}`.execute(shop.db);
    return inject({});
  },
  payout_stopped: async (inject) => {
    await inject({});
    return inject({});
  },
  payout_in_file: async (inject) => {
    expect(await shop.jobs.runDue()).toEqual([]);
    await sql`update payout_batch set file_made_at = now() where id = ${batchId}`.execute(shop.db);
    return inject({});
  },
  payout_not_stoppable: async (inject) => {
    await sql`update payout set status = 'paid' where id = ${payoutId}`.execute(shop.db);
    return inject({});
  },
  nothing_to_release: async (inject) => {
    await inject({});
    return inject({});
  },
};

describe('calls about payouts', () => {
  it.each(endpoints.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s responds with the fields of the contract',
    { tags: ['@PAYOUT-3', '@PAYOUT-19'] },
    async (_, call) => {
      const example = examples.get(call);
      await setUp();
      await example?.prepare?.();
      const response = await shop.app.inject(request(call));
      expect(response.statusCode, response.body).toBe(200);
      const isCsv = call.download?.endsWith('.csv') === true;
      const content: unknown = isCsv ? response.body : response.json();
      expect(example?.response.parse(content)).toEqual(content);
    },
  );

  it.each(
    endpoints.flatMap((call) => call.refusals.map((code) => [`${call.method} ${call.path}`, code, call] as const)),
  )('%s can return %s', { tags: ['@PAYOUT-39'] }, async (_, code, call) => {
    if (!isStateless(code)) {
      await setUp();
      await examples.get(call)?.prepare?.();
    }
    const inject = (changed: Partial<InjectOptions>) => shop.app.inject({ ...request(call), ...changed });
    const response = await provoke[code]?.(inject, call);
    if (!response) throw new Error(`this test cannot provoke ${code}`);
    expectRefusal(response, code);
  });
});
