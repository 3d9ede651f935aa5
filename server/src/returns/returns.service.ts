import { randomBytes } from 'node:crypto';
import type { RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import type {
  ReturnActor,
  ReturnReason,
  ReturnStatus,
  ReturnWaitingReason,
} from '@sokuwa/contract/returns/returns.rules.ts';
import { isMissing, RETURNS_PAGE_SIZE } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn, OrderReturns, ReturnableLine } from '@sokuwa/contract/returns/returns.schemas.ts';
import type { AccountChanges, ChangeRefused, Person, PersonalDataReaders } from '../account/index.ts';
import {
  actOnOrder,
  completeLines,
  type LineRow,
  lockOrder,
  mergePieces,
  type OrderRow,
  type Pieces,
  refundReturned,
  selectDisputeState,
  selectLinesOf,
  selectOrder,
  selectSent,
  withOrder,
} from '../orders/index.ts';
import { type ActOptions, acted } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, OrderId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { tryAll } from '../platform/try-all.ts';
import { selectReturnedOrders } from './returned-orders.ts';
import { notifyOfStep, reportRequest } from './returns.mails.ts';
import { lineImage, merchantNameOf, presentReturn } from './returns.present.ts';
import {
  canTake,
  chooseParcels,
  deadlinesAfter,
  findReturnable,
  isTooLateForMerchant,
  STEPS,
  type StepName,
} from './returns.rules.ts';
import * as store from './returns.sql.ts';

/** Presents returns with the lines of their orders, in the given sequence. */
const presentReturns = async (db: Database, rows: readonly store.FullReturn[]): Promise<OrderReturn[]> => {
  const orders = await selectReturnedOrders(db, [...new Set(rows.map(({ order_id }) => order_id))]);
  return rows.map((row) => presentReturn(row, orders(row.order_id)));
};

/** One return. @returns not_found if there is none that the viewer may see */
export const readReturn = async (
  db: Database,
  viewer: store.Viewer,
  id: string,
): Promise<OrderReturn | Refused<'not_found'>> => {
  const row = await store.selectReturn(db, viewer, id);
  const [presented] = row ? await presentReturns(db, [row]) : [];
  return presented ?? refuse('not_found');
};

/** A page of returns: those that wait for an operator (`waiting`) by how long they wait, others newest first. */
export const listReturns = async (
  db: Database,
  viewer: store.Viewer,
  {
    cursor,
    ...filters
  }: {
    status?: ReturnStatus | undefined;
    waiting?: ReturnWaitingReason | undefined;
    cursor?: string | undefined;
  },
): Promise<CursorPage<OrderReturn>> => {
  const rows = await store.selectReturns(db, viewer, { ...filters, after: cursor, limit: RETURNS_PAGE_SIZE + 1 });
  const page = cutPage(rows, RETURNS_PAGE_SIZE, ({ id }) => id);
  return { ...page, results: await presentReturns(db, page.results) };
};

/** The n-th picture of a return, as a data URL. @returns not_found if there is none that the viewer may see */
export const readPicture = async (
  db: Database,
  viewer: store.Viewer,
  { id, n }: { id: string; n: string },
): Promise<{ picture: string } | Refused<'not_found'>> => {
  const bytes = await store.selectPicture(db, viewer, id, Number(n));
  return bytes ? { picture: `data:image/webp;base64,${bytes.toString('base64')}` } : refuse('not_found');
};

/** Stores an uploaded picture that a return of the account can use. @param bytes WebP */
export const addPicture = async (db: Database, accountId: AccountId, bytes: Buffer): Promise<{ id: string }> => {
  const id = randomBytes(15).toString('base64url');
  await store.insertPicture(db, { id, account_id: accountId, bytes });
  return { id };
};

const perishableOf = (lines: readonly LineRow[]): ReadonlySet<number> =>
  new Set(lines.filter(({ perishable }) => perishable).map(({ position }) => position));

const presentReturnable = async (
  db: Database,
  { id: orderId, expected_to: expectedTo }: Pick<OrderRow, 'id' | 'expected_to'>,
  lines: readonly LineRow[],
): Promise<ReturnableLine[]> => {
  const sent = await selectSent(db, orderId);
  if (sent.length === 0 || (await selectDisputeState(db, orderId)) !== 'none') return [];
  const claimed = await store.selectClaimed(db, orderId);
  const names = await store.selectMerchantNames(
    db,
    lines.flatMap(({ merchant_id }) => merchant_id ?? []),
  );
  const windowOf = (reason: ReturnReason, position: number) => {
    const pieces = findReturnable(sent, claimed, { reason, perishable: perishableOf(lines), expectedTo }).filter(
      (part) => part.position === position,
    );
    return {
      quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
      until: pieces[0]?.until?.toISOString() ?? null,
    };
  };
  return lines
    .map((line) => ({
      position: line.position,
      product_name: line.title,
      product_image: lineImage(line),
      merchant_id: line.merchant_id,
      merchant_name: merchantNameOf({ merchant_name: names.get(line.merchant_id) ?? null }),
      perishable: line.perishable,
      unused: windowOf('changed_mind', line.position),
      faulty: windowOf('defective', line.position),
      missing: windowOf('not_received', line.position),
    }))
    .filter(
      ({ position, missing }) =>
        missing.quantity > 0 || sent.some((part) => part.position === position && part.deliveredAt !== null),
    );
};

/** The returns of an order, and what of it can be returned. @returns not_found if the account has no such order */
export const readOrderReturns = async (
  db: Database,
  accountId: AccountId,
  orderId: OrderId,
): Promise<OrderReturns | Refused<'not_found'>> => {
  const order = await selectOrder(db, accountId, orderId);
  if (!order) return refuse('not_found');
  const lines = (await selectLinesOf(db, [orderId])).get(orderId) ?? [];
  const rows = await store.selectReturnsOf(db, orderId);
  return {
    returnable: await presentReturnable(db, order, lines),
    returns: await presentReturns(db, rows),
  };
};

export type RequestedReturn = {
  lines: Pieces;
  reason: ReturnReason;
  note: string;
  /** Ids of uploaded pictures. */
  pictures: readonly string[];
  refund_to: RefundTarget;
};
export type RequestRefusal =
  | 'not_found'
  | 'not_returnable'
  | 'return_of_several_merchants'
  | 'payment_disputed'
  | 'too_many_returns'
  | 'return_picture_gone';

const insertRequested = async (
  trx: Database,
  order: OrderRow & { account_id: AccountId },
  { lines: requested, reason, note, pictures, refund_to }: RequestedReturn,
): Promise<string | Refused<RequestRefusal>> => {
  const pieces = mergePieces(requested).toSorted((a, b) => a.position - b.position);
  const repeated = await store.selectRepeated(
    trx,
    { orderId: order.id, reason, note, refundTo: refund_to, pictures },
    pieces,
  );
  if (repeated !== undefined) return repeated;
  // A release before 1.1 may have written lines without their amounts.
  const lines = await completeLines(trx, order, (await selectLinesOf(trx, [order.id])).get(order.id) ?? []);
  const merchants = new Set(
    lines.filter(({ position }) => pieces.some((piece) => piece.position === position)).map((line) => line.merchant_id),
  );
  if (merchants.size > 1) return refuse('return_of_several_merchants');
  if ((await selectDisputeState(trx, order.id)) !== 'none') return refuse('payment_disputed');
  const sent = await selectSent(trx, order.id);
  const returnable = findReturnable(sent, await store.selectClaimed(trx, order.id), {
    reason,
    perishable: perishableOf(lines),
    expectedTo: order.expected_to,
  });
  const chosen = chooseParcels(pieces, returnable);
  const [merchant] = merchants;
  if (!chosen || merchant === undefined) return refuse('not_returnable');
  const positions = pieces.map(({ position }) => position);
  if (await store.hasTooManyReturns(trx, order.id, positions)) return refuse('too_many_returns');
  if (!(await store.lockPictures(trx, order.account_id, pictures))) return refuse('return_picture_gone');
  const { decide_by } = deadlinesAfter({ to: 'requested' }, { is_appealed: false, is_decided_by_operator: false });
  const row = { order_id: order.id, account_id: order.account_id, merchant_id: merchant, reason, refund_to, decide_by };
  const id = await store.insertReturn(trx, row, chosen, note);
  await store.attachPictures(trx, id, pictures);
  await notifyOfStep(trx, order, id);
  const parcel = sent.find(({ parcelId }) => parcelId === chosen[0]?.parcel_id);
  if (parcel) await reportRequest(trx, order.id, id, parcel.fulfilmentId);
  return id;
};

/**
 * Requests the return of delivered pieces for their buyer (RETURN-11), or the refund of pieces that did not arrive (RETURN-23). A request
 * that is sent again returns the same return.
 * @returns the return; not_found if the account has no such order; not_returnable if fewer pieces have arrived (or should have), are in no other return and
 *   are within the window of the reason; return_of_several_merchants; payment_disputed while or after the bank takes the money back;
 *   too_many_returns of the order in a day, or withdrawn ones of a line (RETURN-22); return_picture_gone if a picture is not there (any more)
 */
export const requestReturn = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  orderId: OrderId,
  requested: RequestedReturn,
): Promise<OrderReturn | ChangeRefused | Refused<RequestRefusal>> =>
  accountChanges.run(accountId, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order?.account_id !== accountId) return refuse('not_found');
    const id = await insertRequested(trx, { ...order, account_id: accountId }, requested);
    return isRefused(id) ? id : readReturn(trx, { accountId }, id);
  });

type StepRefusal = 'not_found' | 'return_step_refused';
/** What a receipt has refunded. */
type Refunded = Pick<store.ReturnRow, 'to_payment_kobo' | 'to_wallet_kobo' | 'refund_references'>;

/**
 * Takes a step of a return, and notifies buyer and merchant (RETURN-12).
 * @param trx a transaction that has locked account and order
 * @param refunded what `refundReturn` has refunded
 * @returns return_step_refused if its state does not allow it; nothing is changed then
 */
const takeStep = async (
  trx: Database,
  order: OrderRow,
  id: string,
  { step, by, note }: { step: StepName; by: ReturnActor; note: string },
  refunded?: Refunded,
): Promise<undefined | Refused<StepRefusal>> => {
  const row = await store.lockReturn(trx, id);
  if (!row) return refuse('not_found');
  if (!canTake(step, row)) return refuse('return_step_refused');
  if (by === 'merchant' && isTooLateForMerchant(step, row, { wasAccepted: await store.wasAccepted(trx, id) }))
    return refuse('return_step_refused');
  const { to } = STEPS[step];
  const flags = {
    is_appealed: row.is_appealed || step === 'appeal',
    is_decided_by_operator: row.is_decided_by_operator || by === 'operator',
  };
  await store.insertStep(trx, id, { status: to, by, note });
  await store.updateReturn(trx, id, { status: to, ...flags, ...deadlinesAfter({ to }, flags), ...refunded });
  if (step === 'withdraw') await store.deletePictures(trx, id);
  // Into the wallet, or nothing was left to refund: the buyer has it already.
  if (refunded?.to_payment_kobo === 0) await finishRefund(trx, id);
  await notifyOfStep(trx, order, id);
  return undefined;
};

/**
 * Records that the items have arrived, or that they never reached the buyer (RETURN-23), and refunds them (RETURN-16).
 * @param trx a transaction that has locked account and order
 * @returns return_step_refused if the state does not allow it; payment_disputed while, or after, the bank takes the money back. Nothing is
 *   changed then
 */
const refundReturn = async (
  trx: Database,
  order: OrderRow,
  id: string,
  { restock, step: name, ...step }: { step: 'receive' | 'concede'; by: ReturnActor; note: string; restock: boolean },
): Promise<undefined | Refused<StepRefusal | 'payment_disputed'>> => {
  const row = await store.lockReturn(trx, id);
  if (!row) return refuse('not_found');
  if (!canTake(name, row)) return refuse('return_step_refused');
  if ((await selectDisputeState(trx, order.id)) !== 'none') return refuse('payment_disputed');
  const { toPayment, toWallet, references } = await refundReturned(trx, order, await store.selectPieces(trx, id), {
    to: row.refund_to,
    restock,
    isMissing: name === 'concede',
  });
  const refunded = { to_payment_kobo: toPayment, to_wallet_kobo: toWallet, refund_references: references };
  return takeStep(trx, order, id, { ...step, step: name }, refunded);
};

const finishRefund = async (trx: Database, id: string): Promise<void> => {
  await store.insertStep(trx, id, { status: 'refunded', by: 'shop', note: '' });
  await store.updateReturn(trx, id, { status: 'refunded', decide_by: null, appeal_by: null });
};

/**
 * A step of the buyer.
 * @returns the return; or why it is refused; token_invalid if the account is deleted during the call
 */
export const takeBuyerStep = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  id: string,
  step: { step: 'appeal' | 'withdraw'; note: string },
): Promise<OrderReturn | ChangeRefused | Refused<StepRefusal>> =>
  accountChanges.run(accountId, async (trx) => {
    const orderId = await store.selectOrderOf(trx, { accountId }, id);
    const order = orderId && (await lockOrder(trx, orderId));
    if (!order) return refuse('not_found');
    return (await takeStep(trx, order, id, { ...step, by: 'buyer' })) ?? readReturn(trx, { accountId }, id);
  });

/** Changes a return of a merchant. @returns the return; or why it is refused */
const changeOfMerchant = async <R extends Refused>(
  db: Database,
  merchantId: MerchantId,
  id: string,
  change: (trx: Database, order: OrderRow) => Promise<undefined | R>,
): Promise<OrderReturn | R | Refused<'not_found'>> => {
  const viewer = { merchantId };
  const orderId = await store.selectOrderOf(db, viewer, id);
  if (orderId === undefined) return refuse('not_found');
  return (await withOrder(db, orderId, change)) ?? readReturn(db, viewer, id);
};

/** Accepts a return. Nothing comes back of items that did not arrive, so they are refunded now (RETURN-23). */
const accept = async (
  trx: Database,
  order: OrderRow,
  id: string,
  by: { by: ReturnActor; note: string; restock: boolean },
): Promise<undefined | Refused<StepRefusal | 'payment_disputed'>> => {
  const row = await store.lockReturn(trx, id);
  return row && isMissing(row.reason)
    ? refundReturn(trx, order, id, { ...by, step: 'concede' })
    : takeStep(trx, order, id, { by: by.by, note: by.note, step: 'accept' });
};

/** The merchant accepts, which refunds items that did not arrive. @returns the return; or why it is refused */
export const acceptReturn = (
  db: Database,
  merchantId: MerchantId,
  id: string,
  note: string,
): Promise<OrderReturn | Refused<StepRefusal | 'payment_disputed'>> =>
  changeOfMerchant(db, merchantId, id, (trx, order) =>
    accept(trx, order, id, { by: 'merchant', note, restock: false }),
  );

/** The merchant declines. @returns the return; or why it is refused */
export const declineReturn = (
  db: Database,
  merchantId: MerchantId,
  id: string,
  note: string,
): Promise<OrderReturn | Refused<StepRefusal>> =>
  changeOfMerchant(db, merchantId, id, (trx, order) =>
    takeStep(trx, order, id, { step: 'decline', by: 'merchant', note }),
  );

/** The merchant confirms the receipt, which refunds it. @returns the return; or why it is refused */
export const receiveReturn = (
  db: Database,
  merchantId: MerchantId,
  id: string,
  { restock }: { restock: boolean },
): Promise<OrderReturn | Refused<StepRefusal | 'payment_disputed'>> =>
  changeOfMerchant(db, merchantId, id, (trx, order) =>
    refundReturn(trx, order, id, { step: 'receive', by: 'merchant', note: '', restock }),
  );

/** `refund`: without the merchant's confirmation of the receipt. Items that did not arrive are refunded by `accept` too. */
export type Decision = { decision: 'accept' | 'decline' | 'refund'; note: string; restock: boolean };

/**
 * Decides about a return, for an operator, with an entry in the audit log (RETURN-14). The audit log is never deleted, so `note`, which may
 * name the buyer, is not in it.
 * @returns the return; or why it is refused
 */
export const decideReturn = async (
  db: Database,
  id: string,
  { decision, note, restock }: Decision,
  options: ActOptions,
): Promise<OrderReturn | Refused<StepRefusal | 'payment_disputed'>> => {
  const orderId = await store.selectOrderOf(db, 'operator', id);
  if (orderId === undefined) return refuse('not_found');
  const decided = await actOnOrder(db, orderId, options, async (trx, order) => {
    const before = await readReturn(trx, 'operator', id);
    const by = { by: 'operator', note, restock } as const;
    const decide = async () => {
      if (decision === 'decline') return takeStep(trx, order, id, { by: 'operator', note, step: 'declineFinally' });
      const isReport = !isRefused(before) && isMissing(before.reason);
      if (decision === 'accept' || isReport) return accept(trx, order, id, by);
      return refundReturn(trx, order, id, { ...by, step: 'receive' });
    };
    const refused = await decide();
    if (refused || isRefused(before)) return refused ?? refuse('not_found');
    const after = await readReturn(trx, 'operator', id);
    if (isRefused(after)) return after;
    return acted(after, {
      action: 'returns decide',
      subject: `return ${id}`,
      before: { status: before.status },
      after: { status: after.status, refund: after.refund },
    });
  });
  return decided ?? refuse('not_found');
};

/** Maximum returns that one run of the job changes; the next run starts within ten minutes. */
const BATCH_SIZE = 500;
const DAY_MS = 24 * 3_600_000;
/** Days from the end of a return until its pictures are deleted. */
const PICTURE_DAYS = 90;

/**
 * Escalates returns to an operator that nobody has decided or received in time (RETURN-13), notes which buyers have their refund, and deletes
 * old pictures.
 * If one return fails, the others are still followed.
 * @returns how many returns were changed
 * @throws AggregateError as `tryAll`
 */
export const followReturns = (db: Database, now = new Date()): Promise<number> =>
  tryAll('returns could not be followed', async (attempt) => {
    const follow = (
      { id, order_id }: store.DueReturn,
      change: (trx: Database, order: OrderRow) => Promise<void>,
    ): Promise<boolean> => attempt(`the return ${id}`, () => withOrder(db, order_id, change));
    const due = await store.selectDue(db, now, BATCH_SIZE);
    for (const one of due)
      await follow(one, async (trx, order) => {
        const row = await store.lockReturn(trx, one.id);
        // It may have been decided since the query.
        if (row?.decide_by && row.decide_by <= now)
          await takeStep(trx, order, one.id, { step: 'escalate', by: 'shop', note: '' });
      });
    const refunded = await store.selectRefunded(db, BATCH_SIZE);
    for (const one of refunded)
      await follow(one, async (trx) => {
        if ((await store.lockReturn(trx, one.id))?.status === 'received') await finishRefund(trx, one.id);
      });
    await store.deleteOldPictures(db, new Date(now.getTime() - PICTURE_DAYS * DAY_MS));
    return due.length + refunded.length;
  });

export const returnReaders = {
  returns: async (db, { id }) => presentReturns(db, await store.selectAllReturns(db, id)),
} satisfies Partial<PersonalDataReaders>;

/** Deletes the sentences of an account's returns, whoever wrote them. Its pictures are deleted with the account. */
export const anonymizeReturns = (trx: Database, { id }: Person): Promise<void> => store.clearNotes(trx, id);
