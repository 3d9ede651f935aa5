import {
  MAX_ORDER_FILE_LINES,
  type MerchantOrderId,
  parseMerchantOrderId,
} from '@sokuwa/contract/orders/merchant-orders.rules.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { CURSOR_TEXT } from '@sokuwa/contract/text.schemas.ts';
import { CsvFile } from '../platform/csv-file.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { type CancelledPieces, cancelPieces } from './cancellation.service.ts';
import {
  type DeliverRefusal,
  deliverParcels,
  type NewParcel,
  type ShipRefusal,
  shipParcel,
} from './fulfilment.service.ts';
import { selectParcels } from './fulfilment.sql.ts';
import { formatOrderLines, ORDER_FILE_HEADER, presentMerchantOrder } from './merchant-order.present.ts';
import * as store from './merchant-order.sql.ts';
import { type OrderRow, selectLinesOf } from './order.sql.ts';
import { withOrder } from './with-order.ts';

const presentOrders = async (db: Database, rows: readonly store.MerchantOrderRow[]): Promise<MerchantOrder[]> => {
  const orderIds = rows.map(({ order_id }) => order_id);
  const lines = await selectLinesOf(db, orderIds);
  const parcels = Map.groupBy(await selectParcels(db, orderIds), ({ fulfilment_id }) => fulfilment_id);
  return rows.map((row) => {
    const own = lines.get(row.order_id)?.filter(({ merchant_id }) => merchant_id === row.merchant_id) ?? [];
    return presentMerchantOrder(row, own, parcels.get(row.id) ?? []);
  });
};

/** Orders that are read at a time for a file. */
const FILE_PAGE_SIZE = 1000;

const SEPARATOR = ' ';
/** Opaque to clients. */
const formatCursor = ({ sorted_at, id }: Pick<store.MerchantOrderRow, 'sorted_at' | 'id'>): string =>
  Buffer.from(`${sorted_at}${SEPARATOR}${id}`).toString('base64url');
const parseCursor = (cursor: string): store.ListPosition | undefined => {
  const [, sortedAt, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9A-Z]{12}-\d{1,5})$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? [];
  return sortedAt && id && !Number.isNaN(Date.parse(sortedAt)) ? { sortedAt, id } : undefined;
};

/** A search uses its rarest words; the others would hardly exclude anything. */
const MAX_WORDS = 6;

/** Entries of which one page sees all are compared by their number, others by how frequent they are. */
const compareFrequency = (a: store.Frequency, b: store.Frequency): number =>
  Math.min(a.found, store.MAX_VISITED) - Math.min(b.found, store.MAX_VISITED) || a.perSecond - b.perSecond;

const search = async (
  db: Database,
  merchantId: MerchantId,
  text: string,
  filter: store.MerchantOrderFilter,
  after: store.ListPosition | undefined,
  limit: number,
): ReturnType<typeof store.selectMerchantOrders> => {
  const words = (await store.selectSearchWords(db, merchantId, text)).toSorted(compareFrequency).slice(0, MAX_WORDS);
  const [first, ...others] = words;
  if (!first || first.found === 0) return { rows: [], visitedTo: undefined };
  const status = filter.isLate ? 'to_ship' : filter.status;
  const isStatusRarer =
    status !== undefined && compareFrequency(await store.selectStatusFrequency(db, merchantId, status), first) < 0;
  const options = isStatusRarer ? { words } : { visited: first, words: others };
  return store.selectMerchantOrders(db, merchantId, filter, after, limit, options);
};

/**
 * A merchant's orders, newest first or those that are due first (MERCHANT-43, MERCHANT-44, DESK-5).
 * @param query `sort`: with `due`, `status` must be `to_ship` or undefined, and there is no search. `search` with the id of an order finds this order, whatever the filter is
 * @returns invalid_input for a cursor that no response contained
 */
export const listMerchantOrders = async (
  db: Database,
  merchantId: MerchantId,
  query: store.MerchantOrderFilter & {
    sort: store.MerchantOrderSort;
    search?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<CursorPage<MerchantOrder> | Refused<'invalid_input'>> => {
  const { sort, search: text, cursor, limit, ...filter } = query;
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  if (cursor !== undefined && !after) return refuse('invalid_input', { cursor: [CURSOR_TEXT] });
  if (sort === 'due') {
    const page = cutPage(await store.selectDueOrders(db, merchantId, filter, after, limit + 1), limit, formatCursor);
    return { ...page, results: await presentOrders(db, page.results) };
  }
  const id = text === undefined ? undefined : parseMerchantOrderId(text);
  const found = id && !after ? await selectRow(db, merchantId, id) : undefined;
  if (found) return { results: await presentOrders(db, [found]), cursor: null };
  const { rows, visitedTo } = text
    ? await search(db, merchantId, text, filter, after, limit + 1)
    : await store.selectMerchantOrders(db, merchantId, filter, after, limit + 1);
  const { results, cursor: next } = cutPage(rows, limit, formatCursor);
  return { results: await presentOrders(db, results), cursor: next ?? (visitedTo ? formatCursor(visitedTo) : null) };
};

/** Reads a merchant's orders as the lines of a file, a page at a time. */
async function* readFile(
  db: Database,
  merchantId: MerchantId,
  filter: store.MerchantOrderFilter,
): AsyncGenerator<string> {
  yield ORDER_FILE_HEADER;
  let after: store.ListPosition | undefined;
  for (;;) {
    const { rows } = await store.selectMerchantOrders(db, merchantId, filter, after, FILE_PAGE_SIZE);
    for (const order of await presentOrders(db, rows)) yield formatOrderLines(order);
    const last = rows.at(-1);
    if (!last || rows.length < FILE_PAGE_SIZE) return;
    after = { sortedAt: last.sorted_at, id: last.id };
  }
}

/**
 * A merchant's orders as CSV, newest first, one line for each line of an order (DESK-7).
 * @returns order_file_too_long for more than MAX_ORDER_FILE_LINES lines: a part would look like all
 */
export const openOrderFile = async (
  db: Database,
  merchantId: MerchantId,
  filter: store.MerchantOrderFilter,
): Promise<CsvFile | Refused<'order_file_too_long'>> =>
  (await store.countLines(db, merchantId, filter, MAX_ORDER_FILE_LINES + 1)) > MAX_ORDER_FILE_LINES
    ? refuse('order_file_too_long')
    : new CsvFile(readFile(db, merchantId, filter));

/** @returns undefined if the merchant has no part of the order, or another one than `id` names */
const selectRow = async (
  db: Database,
  merchantId: MerchantId,
  { orderId, number }: MerchantOrderId,
): Promise<store.MerchantOrderRow | undefined> => {
  const row = await store.selectMerchantOrder(db, merchantId, orderId as OrderId);
  return number === undefined || row?.id === `${orderId}-${number}` ? row : undefined;
};

/** One order of a merchant (MERCHANT-45). @returns not_found if the merchant has no part of it */
export const readMerchantOrder = async (
  db: Database,
  merchantId: MerchantId,
  id: MerchantOrderId,
): Promise<MerchantOrder | Refused<'not_found'>> => {
  const row = await selectRow(db, merchantId, id);
  const [order] = row ? await presentOrders(db, [row]) : [];
  return order ?? refuse('not_found');
};

/** Runs a change of a merchant's part of an order, under the locks of the order. @returns it as it is afterwards, or why not */
const change = async <R extends Refused>(
  db: Database,
  merchantId: MerchantId,
  id: MerchantOrderId,
  run: (trx: Database, order: OrderRow, fulfilmentId: string) => Promise<OrderRow['status'] | R>,
): Promise<MerchantOrder | R | Refused<'not_found'>> => {
  const row = await selectRow(db, merchantId, id);
  const result = row && (await withOrder(db, row.order_id, (trx, order) => run(trx, order, row.id)));
  if (result === undefined) return refuse('not_found');
  return isRefused(result) ? result : readMerchantOrder(db, merchantId, id);
};

/** Ships pieces of a merchant's order in one parcel. Safe to repeat. See `shipParcel` for the refusals. */
export const shipMerchantOrder = async (
  db: Database,
  merchantId: MerchantId,
  id: MerchantOrderId,
  parcel: NewParcel,
): Promise<MerchantOrder | Refused<ShipRefusal | 'not_found' | 'unknown_carrier'>> =>
  change(db, merchantId, id, (trx, order, fulfilmentId) => shipParcel(trx, order, fulfilmentId, parcel));

/** Records that a parcel, or all parcels, of a merchant's order have arrived. Safe to repeat. See `deliverParcels` for the refusals. */
export const deliverMerchantOrder = (
  db: Database,
  merchantId: MerchantId,
  id: MerchantOrderId,
  parcelId: number | undefined,
): Promise<MerchantOrder | Refused<DeliverRefusal>> =>
  change(db, merchantId, id, (trx, order, fulfilmentId) => deliverParcels(trx, order, fulfilmentId, parcelId));

/** Cancels pieces of a merchant's order that are not shipped, and refunds the buyer (FULFIL-6). @returns the order; else see `cancelPieces` */
export const cancelMerchantLines = (
  db: Database,
  merchantId: MerchantId,
  id: MerchantOrderId,
  lines: CancelledPieces,
): Promise<MerchantOrder | Refused<'not_found' | 'order_not_cancellable' | 'too_many_pieces' | 'pieces_changed'>> =>
  change(db, merchantId, id, (trx, order, fulfilmentId) => cancelPieces(trx, order, fulfilmentId, lines, 'merchant'));
