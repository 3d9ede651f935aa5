import { actReason, optionalActReason } from '@sokuwa/contract/operators/acts.schemas.ts';
import * as calls from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import { PAYOUTS_PAGE_SIZE } from '@sokuwa/contract/payouts/payouts.rules.ts';
import * as schemas from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { releaseDisputedSale } from '../orders/index.ts';
import { actLive } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { cutPage, linkPage } from '../platform/paging.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { openReturns } from '../returns/index.ts';
import type { ShopParts } from '../shop.ts';
import { revokeBankAccountChange } from './bank-account.service.ts';
import { selectBankAccountChanges } from './bank-account.sql.ts';
import { makeBankFile } from './bank-file.service.ts';
import {
  presentAnomaly,
  presentBankAccountChange,
  presentBankAccounts,
  presentBatch,
  presentBatchPayout,
} from './payouts.present.ts';
import * as service from './payouts.service.ts';
import { selectAnomalies, selectBatches, selectBatchPayouts, selectWaiting } from './payouts.sql.ts';
import { stopPayout } from './stop-payout.service.ts';

/** Maximum payouts that need a person, and maximum merchants that wait, in a list. */
const MAX_LISTED = 1000;

type OperatorPayoutDeps = service.PayoutDeps & Pick<ShopParts, 'apiUrl'>;

const readBatch = async (db: Database, id: number): Promise<schemas.BatchDetail | Refused<'not_found'>> => {
  const [batch] = await selectBatches(db, { id, limit: 1 });
  if (!batch) return refuse('not_found');
  return { ...presentBatch(batch), results: (await selectBatchPayouts(db, id)).map(presentBatchPayout) };
};
/** The batch as it is after a change. @throws if it is gone, because batches are never deleted */
const readChanged = async (db: Database, id: number): Promise<schemas.BatchDetail> => {
  const batch = await readBatch(db, id);
  if (isRefused(batch)) throw new Error(`the batch ${id} of payouts is missing`);
  return batch;
};

const batchRoutes = (app: FastifyInstance, deps: OperatorPayoutDeps): void => {
  const { db, config, apiUrl } = deps;
  const params = schemas.batchId;
  serve(
    app,
    calls.listBatches,
    { query: schemas.batchesQuery, response: schemas.batchPage },
    async ({ query: { cursor } }) => {
      const rows = await selectBatches(db, { before: cursor, limit: PAYOUTS_PAGE_SIZE + 1 });
      const page = cutPage(rows.map(presentBatch), PAYOUTS_PAGE_SIZE, ({ id }) => String(id));
      const options = { minimum: config.payouts.minimumKobo, now: new Date(), limit: MAX_LISTED };
      const waiting = await selectWaiting(db, options);
      return {
        ...linkPage(apiUrl + calls.listBatches.path, {}, page),
        anomalies: (await selectAnomalies(db, MAX_LISTED)).map(presentAnomaly),
        waiting: waiting.map(({ kobo, ...merchant }) => ({ ...merchant, payable: kobo / 100 })),
      };
    },
  );
  serve(app, calls.draftBatch, { body: actReason, response: schemas.batchDetail }, async ({ actor, body }) => {
    const drafted = await service.draftBatch(deps, actLive(actor, body.reason));
    return isRefused(drafted) ? drafted : readChanged(db, drafted.id);
  });
  serve(app, calls.getBatch, { params, response: schemas.batchDetail }, ({ params: { id } }) => readBatch(db, id));
  serve(
    app,
    calls.approveBatch,
    { params, body: actReason, response: schemas.batchDetail },
    async ({ actor, params: { id }, body }) => {
      const approved = await service.approveBatch(deps, id, actLive(actor, body.reason));
      return isRefused(approved) ? approved : readChanged(db, id);
    },
  );
  serve(
    app,
    calls.cancelBatch,
    { params, body: optionalActReason, response: schemas.batchDetail },
    async ({ actor, params: { id }, body }) => {
      const cancelled = await service.cancelBatch(db, id, actLive(actor, body.reason));
      return isRefused(cancelled) ? cancelled : readChanged(db, id);
    },
  );
};

const bankFileRoutes = (app: FastifyInstance, deps: OperatorPayoutDeps): void => {
  const { db } = deps;
  const params = schemas.batchId;
  serve(
    app,
    calls.makeBankFile,
    { params, body: optionalActReason, response: csvText },
    async ({ actor, params: { id }, body }) => {
      const made = await makeBankFile(deps, id, actLive(actor, body.reason));
      return isRefused(made) ? made : made.file;
    },
  );
  serve(
    app,
    calls.confirmPayouts,
    { params, body: schemas.confirmation, response: schemas.batchDetail },
    async ({ actor, params: { id }, body }) => {
      const confirmed = await service.confirmPayouts(db, id, body, actLive(actor, body.reason));
      return isRefused(confirmed) ? confirmed : readChanged(db, id);
    },
  );
};

const singlePayoutRoutes = (app: FastifyInstance, deps: OperatorPayoutDeps): void => {
  const { db } = deps;
  const params = schemas.payoutId;
  serve(
    app,
    calls.retryPayout,
    { params, body: optionalActReason, response: schemas.batchDetail },
    async ({ actor, params: { id }, body }) => {
      const retried = await service.retryPayout(deps, id, actLive(actor, body.reason));
      return isRefused(retried) ? retried : readChanged(db, retried.batchId);
    },
  );
  serve(
    app,
    calls.stopPayout,
    { params, body: actReason, response: schemas.batchDetail },
    async ({ actor, params: { id }, body }) => {
      const stopped = await stopPayout(db, id, actLive(actor, body.reason));
      return isRefused(stopped) ? stopped : readChanged(db, stopped.batchId);
    },
  );
};

/** Endpoints for operators. */
export const operatorPayoutRoutes = (app: FastifyInstance, deps: OperatorPayoutDeps): void => {
  const { db } = deps;
  batchRoutes(app, deps);
  bankFileRoutes(app, deps);
  singlePayoutRoutes(app, deps);
  serve(app, calls.listBankAccountChanges, { response: schemas.bankAccountChanges }, async () => ({
    results: (await selectBankAccountChanges(db, MAX_LISTED)).map(presentBankAccountChange),
  }));
  serve(
    app,
    calls.releaseOrder,
    { params: schemas.orderToRelease, body: actReason, response: schemas.released },
    async ({ actor, params: { id }, body }) => {
      const pieces = await releaseDisputedSale(db, id, { openReturns }, actLive(actor, body.reason));
      return isRefused(pieces) ? pieces : { released_pieces: pieces };
    },
  );
  serve(
    app,
    calls.revokeMerchantBankAccountChange,
    { params: schemas.merchantIdParam, body: actReason, response: schemas.bankAccount },
    async ({ actor, params: { id }, body }) => {
      const accounts = await revokeBankAccountChange(deps, id as MerchantId, actLive(actor, body.reason));
      return isRefused(accounts) ? accounts : presentBankAccounts(accounts);
    },
  );
};
