import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { AccountChanges, ChangeRefused, Person, PersonalDataReaders } from '../account/index.ts';
import { type ActOptions, acted } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { tryAll } from '../platform/try-all.ts';
import { applyCancellation } from './cancellation.service.ts';
import { deliverOrder, shipOrder } from './fulfilment.service.ts';
import { withItems } from './order.present.ts';
import { canTake, STEPS } from './order.rules.ts';
import * as store from './order.sql.ts';
import { actOnOrder, orderSubject, withOrder } from './with-order.ts';

/** An order of an account as its buyer sees it. @returns not_found if the account has no such order */
export const readOrder = async (
  db: Database,
  accountId: AccountId,
  orderId: OrderId,
): Promise<Order | Refused<'not_found'>> => {
  const row = await store.selectOrder(db, accountId, orderId);
  const [order] = row ? await withItems(db, [row]) : [];
  return order ?? refuse('not_found');
};

/**
 * Cancels an order before it is shipped, for its buyer.
 * @param accountId the account that must own the order
 * @returns the cancelled order; not_found; order_not_cancellable if the status is not Pending or Paid; token_invalid if
 *   the account is deleted during the call; too_many_requests if it stays locked
 */
export const cancelOrder = async (
  accountChanges: AccountChanges,
  orderId: OrderId,
  accountId: AccountId,
): Promise<Order | ChangeRefused | Refused<'not_found' | 'order_not_cancellable'>> =>
  accountChanges.run(accountId, async (trx) => {
    const order = await store.lockOrder(trx, orderId);
    if (order?.account_id !== accountId) return refuse('not_found');
    if (!(await applyCancellation(trx, order, 'buyer'))) return refuse('order_not_cancellable');
    // In the same transaction, because the account may be deleted after it.
    return readOrder(trx, accountId, orderId);
  });

/** A status change by an operator. `ship` needs the carrier's tracking number, 1 to 64 characters. */
export type OperatorStep = { step: 'ship'; tracking: string } | { step: 'deliver' | 'cancel' };

/** Changes the status of an order for an operator. @param apply does it; returns why it is refused, with nothing changed */
const changeStatus = async <R extends Refused>(
  db: Database,
  orderId: OrderId,
  { step, ...details }: OperatorStep,
  options: ActOptions,
  apply: (trx: Database, order: store.OrderRow) => Promise<R | undefined>,
): Promise<{ from: OrderStatus; to: OrderStatus } | R | Refused<'not_found' | 'step_not_allowed'>> => {
  const changed = await actOnOrder(db, orderId, options, async (trx, order) => {
    if (!canTake(step, order.status))
      return refuse('step_not_allowed', undefined, `This order is ${order.status}, which does not allow this.`);
    const refused = await apply(trx, order);
    if (refused) return refused;
    const [from, to] = [order.status, STEPS[step].to];
    const change = { before: { status: from }, after: { status: to, ...details } };
    return acted({ from, to }, { action: `orders ${step}`, subject: orderSubject(order.id), ...change });
  });
  return changed ?? refuse('not_found');
};

/**
 * Cancels an order for an operator, and notifies the buyer.
 * @returns the old and new status; step_not_allowed unless it is Pending or Paid; order_partly_shipped if it has a parcel; not_found
 */
export const cancelForShop = (db: Database, orderId: OrderId, options: ActOptions) =>
  changeStatus(db, orderId, { step: 'cancel' }, options, async (trx, order) =>
    (await applyCancellation(trx, order, 'shop')) ? undefined : refuse('order_partly_shipped'),
  );

/**
 * Applies an operator's status change and notifies the buyer.
 * @returns as `cancelForShop`; order_disputed for a shipment while the bank may take the money back
 */
export const takeStep = async (db: Database, id: string, requested: OperatorStep, options: ActOptions) => {
  const orderId = id as OrderId;
  if (requested.step === 'cancel') return cancelForShop(db, orderId, options);
  return changeStatus(db, orderId, requested, options, async (trx, order) => {
    if (requested.step === 'ship')
      return isRefused(await shipOrder(trx, order, requested.tracking)) ? refuse('order_disputed') : undefined;
    await deliverOrder(trx, order);
    return undefined;
  });
};

/** Maximum orders that one run of the job cancels; the next run starts within a minute. */
const BATCH_SIZE = 500;

/**
 * Cancels orders that were not paid in time (ORDER-3: 30 minutes). If one order fails, the others still expire.
 * @returns how many were cancelled
 * @throws AggregateError as `tryAll`
 */
export const expireOrders = (db: Database, now = new Date()): Promise<number> =>
  tryAll('orders that were not paid could not be cancelled', async (attempt) => {
    let cancelled = 0;
    for (const id of await store.selectOverdue(db, now, BATCH_SIZE))
      await attempt(`the order ${id}`, async () => {
        // The order may have been paid since the query.
        const isCancelled = await withOrder(
          db,
          id,
          async (trx, order) => canTake('giveUp', order.status) && applyCancellation(trx, order, 'expired'),
        );
        if (isCancelled) cancelled++;
      });
    return cancelled;
  });

const DAY_MS = 24 * 3_600_000;

/**
 * Deletes idempotency keys that are older than a day, and cancelled orders that were never paid (ORDER-52). Paid orders, and
 * orders that used wallet credit, stay as accounting records.
 * @param purgeDays days from the cancellation to the deletion
 */
export const purgeOrders = async (db: Database, purgeDays: number, now = new Date()): Promise<void> => {
  await store.deleteOldKeys(db);
  await store.deleteUnpaidOrders(db, new Date(now.getTime() - purgeDays * DAY_MS), BATCH_SIZE);
};

export const orderReaders = {
  orders: async (db, { id }) => withItems(db, await store.selectAllOrders(db, id)),
} satisfies Partial<PersonalDataReaders>;

/**
 * Anonymizes an account's orders before the account is deleted; the orders stay as business records. An order that is
 * neither delivered nor cancelled keeps name and address until it is, because shipping needs them.
 * @param trx the transaction that deletes the account; it has locked the account
 */
export const anonymizeOrders = async (trx: Database, { id }: Person): Promise<void> => {
  await store.clearPersonalData(trx, { accountId: id });
  await store.clearOwner(trx, id);
};
