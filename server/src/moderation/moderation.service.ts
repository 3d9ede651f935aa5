import type { ProductReported, productReport } from '@sokuwa/contract/moderation/moderation.schemas.ts';
import type * as schemas from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { z } from 'zod';
import { accountActorNames, type ChangeRefused, type PersonalDataReaders } from '../account/index.ts';
import {
  hashContent,
  keepDown,
  lockForDecision,
  lockProductForReport,
  type OwnProductRow,
  presentOwnProduct,
  putBack,
  selectByIds,
  takeDown,
} from '../catalog/index.ts';
import { type ActOptions, accountActor, acted, runAct, selectAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import type { RateLimit } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import type { ShopParts } from '../shop.ts';
import { presentSummary } from './moderation.present.ts';
import * as store from './reports.sql.ts';

/** Reports of one account. */
const REPORT_LIMIT: RateLimit = { action: 'product report', maxAttempts: 20, windowSeconds: 3600 };
/** Reports and acts in the response about one product. */
const MAX_REPORTS = 50;
const MAX_HISTORY = 20;

/**
 * Stores a shopper's report of a product (MODERATION-1). Another one while it is open replaces it, so it is safe to repeat. One that was dismissed
 * is not opened again with the same reason and text while the product is as it was.
 * @returns not_found for a product that is not in the shop; too_many_requests above the hourly limit
 */
export const reportProduct = async (
  { accountChanges, rateLimiter }: Pick<ShopParts, 'accountChanges' | 'rateLimiter'>,
  accountId: AccountId,
  productId: ProductId,
  report: z.output<typeof productReport>,
): Promise<ProductReported | Refused<'not_found' | 'too_many_requests'> | ChangeRefused> => {
  const throttled = await rateLimiter.consume({ limit: REPORT_LIMIT, key: accountActor(accountId) });
  if (throttled) return throttled;
  return accountChanges.run(accountId, async (trx) => {
    // An operator's decision about the product waits for this lock. It is refused then, because the operator has not read this report.
    const product = await lockProductForReport(trx, productId);
    if (!product) return refuse('not_found');
    const sent = { productId, accountId, ...report };
    const is_open = !(await store.isReportDismissed(trx, sent, product.changed_at));
    if (is_open) await store.upsertReport(trx, sent);
    return { product_id: productId, reported: true as const, is_open };
  });
};

const parseCursor = (cursor: string): store.WaitingEnd => {
  const [key = '', productId] = cursor.split('.');
  return { key, productId: Number(productId) };
};

/** Products that wait for an operator, those first that wait longest (MODERATION-2). @param cursor of the page before */
export const listWaiting = async (
  db: Database,
  { cursor }: { cursor?: string | undefined },
): Promise<CursorPage<schemas.ModerationSummary>> => {
  const rows = await store.selectWaiting(
    db,
    cursor === undefined ? undefined : parseCursor(cursor),
    OPERATOR_PAGE_SIZE + 1,
  );
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, ({ key, product_id }) => `${key}.${product_id}`);
  const ids = page.results.map(({ product_id }) => product_id);
  const products = new Map((await selectByIds(db, ids)).map((row) => [row.id, row]));
  const reports = await store.summarizeReports(db, ids);
  const results = page.results.flatMap((waiting) => {
    const product = products.get(waiting.product_id);
    const { open = 0, reasons = [] } = reports.get(waiting.product_id) ?? {};
    return product ? [presentSummary(waiting, product, { open, reasons })] : [];
  });
  return { ...page, results };
};

const subjectOf = (productId: ProductId): string => `product ${productId}`;

const present = async (db: Database, row: OwnProductRow): Promise<schemas.ModerationCase> => {
  const product = presentOwnProduct(row);
  const { open = 0, last } = (await store.summarizeReports(db, [row.id])).get(row.id) ?? {};
  const reports = await store.selectOpenReports(db, row.id, MAX_REPORTS);
  const entries = await selectAudit(db, { subject: subjectOf(row.id), limit: MAX_HISTORY });
  const nameOf = await accountActorNames(
    db,
    entries.map(({ actor }) => actor),
  );
  return {
    product,
    merchant: { id: row.merchant_id, name: row.merchant_name, is_suspended: row.is_suspended },
    is_in_shop: !row.is_hidden,
    reports: {
      open,
      results: reports.map(({ reported_at, ...report }) => ({
        ...report,
        reported_at: reported_at.toISOString(),
      })),
    },
    history: entries.map(({ at, actor, action, reason }) => ({
      ...{ at: at.toISOString(), actor, actor_name: nameOf(actor), action, reason },
    })),
    version: hashContent({ of: product.version, down: product.taken_down, last, reports, act: entries[0]?.id }),
  };
};

/** A product with its open reports, and what operators have done with it (MODERATION-3). @returns not_found */
export const readCase = async (
  db: Database,
  productId: ProductId,
): Promise<schemas.ModerationCase | Refused<'not_found'>> => {
  const [row] = await selectByIds(db, [productId]);
  return row ? present(db, row) : refuse('not_found');
};

type NotDecided = 'not_found' | 'moderation_changed';
export type Deps = Pick<ShopParts, 'db' | 'publicUrl'>;
/** `isInShop`: whether shoppers see it. */
type Decided = { title: string; reports: number; isInShop: boolean };
type Decision<C extends RefusalCode> = Promise<Decided | Refused<C | NotDecided>>;

/**
 * Runs a decision about a locked product, from the version that the operator has read; undefined: whatever it is. Safe to repeat
 * (MODERATION-9): nothing is done if the last thing that was done with the product is this, by the same operator.
 * @param moves whether it can take the product into the shop or out of it
 * @param run returns what the audit log says, or a refusal
 * @returns moderation_changed, with the product as it is now, if something else has happened since
 */
const decide = async <C extends RefusalCode>(
  { db }: Deps,
  productId: ProductId,
  version: string | undefined,
  options: ActOptions,
  { action, moves = false }: { action: string; moves?: boolean },
  run: (
    trx: Database,
    row: OwnProductRow,
  ) => Promise<{ before: object; after: object; decided: Omit<Decided, 'title'> } | Refused<C>>,
): Decision<C> => {
  const done = await runAct(db, options, async (trx) => {
    const row = await lockForDecision(trx, productId, { moves });
    if (!row) return refuse('not_found');
    if (version !== undefined) {
      const current = await present(trx, row);
      const [last] = current.history;
      const { actor, reason = null } = options.act;
      const isRepeated = last?.action === action && last.actor === actor && last.reason === reason;
      if (current.version !== version)
        return isRepeated ? undefined : { ...refuse('moderation_changed'), currentBody: current };
    }
    const result = await run(trx, row);
    if ('refused' in result) return result;
    const { before, after, decided } = result;
    return acted({ title: row.title, ...decided }, { action, subject: subjectOf(productId), before, after });
  });
  if (done !== undefined) return done;
  const [row] = await selectByIds(db, [productId]);
  return row ? { title: row.title, reports: 0, isInShop: !row.is_hidden } : refuse('not_found');
};

/** Closes the open reports of a product, which stays as it is (MODERATION-4). @returns no_open_reports; see `decide` */
export const dismissReports = (
  deps: Deps,
  productId: ProductId,
  version: string | undefined,
  options: ActOptions,
): Decision<'no_open_reports'> =>
  decide(deps, productId, version, options, { action: 'products dismiss-reports' }, async (trx, row) => {
    const reports = await store.closeReports(trx, productId, 'dismissed');
    if (reports === 0) return refuse('no_open_reports');
    return { before: { reports }, after: { reports: 0 }, decided: { reports, isInShop: !row.is_hidden } };
  });

/**
 * Takes a product out of the shop within a second, and closes its open reports (MODERATION-5). The merchant gets a mail with the reason.
 * @param options with a reason
 * @returns product_is_taken_down; product_merged; see `decide`
 */
export const takeProductDown = (
  deps: Deps,
  productId: ProductId,
  version: string | undefined,
  options: ActOptions,
): Decision<'product_is_taken_down' | 'product_merged'> =>
  decide(deps, productId, version, options, { action: 'products take-down', moves: true }, async (trx, row) => {
    const { actor, reason = '' } = options.act;
    const refused = await takeDown(trx, row, { publicUrl: deps.publicUrl, actor, reason });
    if (refused) return refused;
    const reports = await store.closeReports(trx, productId, 'taken_down');
    const state = row.state === 'live' ? 'paused' : row.state;
    return {
      before: { state: row.state, reports, is_taken_down: false },
      after: { state, reports: 0, is_taken_down: true },
      decided: { reports, isInShop: false },
    };
  });

/**
 * Keeps a product down after a review (MODERATION-7). The merchant gets a mail with the reason.
 * @param options with a reason
 * @returns review_not_asked; see `decide`
 */
export const keepProductDown = (
  deps: Deps,
  productId: ProductId,
  version: string | undefined,
  options: ActOptions,
): Decision<'review_not_asked'> =>
  decide(deps, productId, version, options, { action: 'products keep-down' }, async (trx, row) => {
    const { actor, reason = '' } = options.act;
    const refused = await keepDown(trx, row, { publicUrl: deps.publicUrl, actor, reason });
    if (refused) return refused;
    return {
      before: { taken_down_for: row.taken_down_reason },
      after: { taken_down_for: reason },
      decided: { reports: 0, isInShop: false },
    };
  });

/** Ends a takedown (MODERATION-8). The merchant gets a mail. @returns product_not_taken_down; see `decide` */
export const putProductBack = (
  deps: Deps,
  productId: ProductId,
  version: string | undefined,
  options: ActOptions,
): Decision<'product_not_taken_down'> =>
  decide(deps, productId, version, options, { action: 'products put-back', moves: true }, async (trx, row) => {
    const result = await putBack(trx, row, { publicUrl: deps.publicUrl, actor: options.act.actor });
    if (isRefused(result)) return result;
    return {
      before: { state: row.state, is_taken_down: true },
      after: { state: result.isLive ? 'live' : row.state, is_taken_down: false },
      decided: { reports: 0, isInShop: result.isInShop },
    };
  });

export const moderationReaders = {
  product_reports: async (db, { id }) =>
    (await store.selectReportsOf(db, id)).map(({ reported_at, ...report }) => ({
      ...report,
      reported_at: reported_at.toISOString(),
    })),
} satisfies Partial<PersonalDataReaders>;
