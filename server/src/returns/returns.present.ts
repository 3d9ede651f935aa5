import { brand } from '@sokuwa/contract/brand.ts';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { expectRefund, type LineRow, mergePieces, type Refundable } from '../orders/index.ts';
import { canTake } from './returns.rules.ts';
import type { FullReturn } from './returns.sql.ts';

/** What presenting a return needs of its order. */
export type ReturnedOrder = { lines: readonly LineRow[]; refundable: Refundable };

/** What the receipt has refunded; before it, what it would refund now (RETURN-25). */
export const amountOf = (
  { to_payment_kobo, to_wallet_kobo, ...row }: FullReturn,
  { lines, refundable }: ReturnedOrder,
): Kobo =>
  to_payment_kobo === null || to_wallet_kobo === null
    ? expectRefund(lines, mergePieces(row.lines), refundable)
    : kobo(to_payment_kobo + to_wallet_kobo);

/** Lines without a merchant are sold by the shop itself. */
export const merchantNameOf = ({ merchant_name }: { merchant_name: string | null }): string =>
  merchant_name ?? brand.name;

export const lineImage = ({ picture_key }: Pick<LineRow, 'picture_key'>): string =>
  picture_key === null ? '' : pictureUrl(picture_key, 400, 'webp');

/** Presents a return. */
export const presentReturn = (row: FullReturn, order: ReturnedOrder): OrderReturn => ({
  id: row.id,
  order_id: row.order_id,
  status: row.status,
  reason: row.reason,
  refund_to: row.refund_to,
  merchant_id: row.merchant_id,
  merchant_name: merchantNameOf(row),
  lines: mergePieces(row.lines).flatMap(({ position, quantity }) =>
    order.lines
      .filter((line) => line.position === position)
      .map((line) => ({ position, product_name: line.title, product_image: lineImage(line), quantity })),
  ),
  amount: amountOf(row, order) / 100,
  refund:
    row.to_payment_kobo === null || row.to_wallet_kobo === null
      ? null
      : { to_payment: row.to_payment_kobo / 100, to_wallet: row.to_wallet_kobo / 100 },
  pictures: row.pictures,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  decide_by: row.decide_by?.toISOString() ?? null,
  appeal_by: row.appeal_by !== null && row.appeal_by > new Date() ? row.appeal_by.toISOString() : null,
  can_withdraw: canTake('withdraw', row),
  history: row.steps.map(({ status, taken_by, note, at }) => ({
    status,
    by: taken_by,
    note,
    at: new Date(at).toISOString(),
  })),
});
