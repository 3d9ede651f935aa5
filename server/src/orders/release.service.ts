import { type ActOptions, acted } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { Relation } from '../platform/sql.ts';
import { tryAll } from '../platform/try-all.ts';
import { selectDisputeState } from './dispute.sql.ts';
import { soldPieces } from './fulfilment.rules.ts';
import { insertTaken, selectFulfilments, selectParcels } from './fulfilment.sql.ts';
import { postPiecesReleased } from './order.postings.ts';
import { completeLines, type OrderRow, selectLines } from './order.sql.ts';
import { computeRelease } from './release.rules.ts';
import { selectHeldLines, selectOrdersToRelease, updateReleaseAt } from './release.sql.ts';
import { actOnOrder, orderSubject, withOrder } from './with-order.ts';

const DAY_MS = 86_400_000;
/** Orders that are selected at a time. */
const BATCH_SIZE = 500;

/** Moves pieces from what can be returned to what merchants can be paid, or were paid outside. @returns how many */
const releasePieces = async (
  trx: Database,
  order: OrderRow,
  { openReturns, now }: { openReturns: Relation; now: Date },
): Promise<{ released: number; next: Date | undefined; isHeld: boolean }> => {
  const lines = await completeLines(trx, order, await selectLines(trx, order.id));
  const held = await selectHeldLines(trx, order.id, openReturns);
  const { pieces, next } = computeRelease(lines, await selectParcels(trx, [order.id]), held, now);
  if (pieces.length > 0) {
    const released = soldPieces(lines, pieces);
    // All fulfilments of an order or none.
    const settledOutside = (await selectFulfilments(trx, order.id)).some((fulfilment) => fulfilment.settled_outside);
    await insertTaken(trx, order.id, 'released', pieces, { settledOutside });
    await postPiecesReleased(trx, order.id, released, settledOutside);
  }
  return { released: pieces.reduce((sum, { quantity }) => sum + quantity, 0), next, isHeld: held.size > 0 };
};

/** Releases what can be released of an order, and sets when it is looked at again. @returns how many pieces */
const releaseOrder = async (
  trx: Database,
  order: OrderRow,
  { openReturns, now }: { openReturns: Relation; now: Date },
): Promise<number> => {
  const dispute = await selectDisputeState(trx, order.id);
  // The bank has taken the money back: an operator decides whether the shop bears it (`releaseDisputedSale`).
  if (dispute === 'lost') {
    await updateReleaseAt(trx, order.id, null);
    return 0;
  }
  const tomorrow = new Date(now.getTime() + DAY_MS);
  if (dispute === 'open') {
    await updateReleaseAt(trx, order.id, tomorrow);
    return 0;
  }
  const { released, next, isHeld } = await releasePieces(trx, order, { openReturns, now });
  await updateReleaseAt(trx, order.id, isHeld ? tomorrow : (next ?? null));
  return released;
};

/**
 * Releases the sales of parcels whose return window has closed to their merchants, one order per transaction. Safe to repeat and to run twice
 * at once. Nothing of a line with an open return is released, and nothing of an order with an open or lost dispute (PAYOUT-2).
 * If one order fails, the others are still released, and the next run tries it again.
 * @param options `openReturns`: columns `order_id` and `position`, a relation because the orders slice cannot import returns
 * @returns how many orders had pieces to release
 * @throws AggregateError as `tryAll`
 */
export const releaseSales = (
  db: Database,
  { openReturns, now = new Date(), batch = BATCH_SIZE }: { openReturns: Relation; now?: Date; batch?: number },
): Promise<number> =>
  tryAll('sales could not be released', async (attempt) => {
    let count = 0;
    const failed: OrderId[] = [];
    for (;;) {
      const due = await selectOrdersToRelease(db, { now, limit: batch, except: failed });
      if (due.length === 0) return count;
      for (const id of due) {
        const isDone = await attempt(`the order ${id}`, async () => {
          if (await withOrder(db, id, (trx, order) => releaseOrder(trx, order, { openReturns, now }))) count++;
        });
        if (!isDone) failed.push(id);
      }
    }
  });

/**
 * Releases what can be released of an order with a lost dispute: the shop bears the loss, not the merchant. Operators decide this, because a
 * merchant who sent nothing, or the wrong goods, is not paid.
 * @returns how many pieces; not_found; nothing_to_release if no dispute was lost, or no piece's return window has closed
 */
export const releaseDisputedSale = async (
  db: Database,
  orderId: string,
  { openReturns, now = new Date() }: { openReturns: Relation; now?: Date },
  options: ActOptions,
): Promise<number | Refused<'not_found' | 'nothing_to_release'>> => {
  const id = orderId as OrderId;
  const result = await actOnOrder(db, id, options, async (trx, order) => {
    if ((await selectDisputeState(trx, id)) !== 'lost') return refuse('nothing_to_release');
    const { released } = await releasePieces(trx, order, { openReturns, now });
    if (released === 0) return refuse('nothing_to_release');
    const after = { released_pieces: released };
    return acted(released, { action: 'payouts release', subject: orderSubject(id), after });
  });
  return result ?? refuse('not_found');
};
