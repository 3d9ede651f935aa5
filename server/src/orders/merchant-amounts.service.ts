import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { shareOfPieces } from './fulfilment.rules.ts';
import { type LineRow, selectLinesOf } from './order.sql.ts';

/** The pieces that an event of the books is about; undefined: all of the order. */
type EventPieces = { position: number; before: number; quantity: number }[] | undefined;

/**
 * Reads the cause of an event, as `order.postings.ts` writes it: 'cancelled 7F3KQ2M9XW4T 0:1+2 1:0+1'.
 * @returns null for an event that is about no pieces
 */
export const parseCause = (cause: string): EventPieces | null => {
  if (/^sale \w+$/.test(cause)) return undefined;
  if (!/^(?:cancelled|returned|released) \w+(?: \d+:\d+\+\d+)+$/.test(cause)) return null;
  return [...cause.matchAll(/ (\d+):(\d+)\+(\d+)/g)].map(([, position, before, quantity]) => ({
    position: Number(position),
    before: Number(before),
    quantity: Number(quantity),
  }));
};

const sum = (amounts: readonly number[]): Kobo => kobo(amounts.reduce((total, amount) => total + amount, 0));

const amountsOf = (lines: readonly LineRow[], pieces: EventPieces): { gross: Kobo; commission: Kobo } => {
  const shares = lines.flatMap((line) => {
    const all = [{ position: line.position, before: 0, quantity: line.quantity }];
    return (pieces ?? all)
      .filter(({ position }) => position === line.position)
      .map(({ before, quantity }) => ({
        gross: shareOfPieces(line.unit_kobo * line.quantity, line.quantity, before, quantity),
        commission: shareOfPieces(line.commission_kobo ?? 0, line.quantity, before, quantity),
      }));
  });
  return { gross: sum(shares.map(({ gross }) => gross)), commission: sum(shares.map(({ commission }) => commission)) };
};

/**
 * Price and commission of what events of the books are about, for a merchant.
 * @returns by cause; without events that are about no pieces
 */
export const selectMerchantAmounts = async (
  db: Database,
  merchantId: MerchantId,
  events: readonly { cause: string; order_id: OrderId | null }[],
): Promise<Map<string, { gross: Kobo; commission: Kobo }>> => {
  const ofPieces = events.flatMap(({ cause, order_id }) => {
    const pieces = parseCause(cause);
    return order_id === null || pieces === null ? [] : [{ cause, order_id, pieces }];
  });
  const lines = await selectLinesOf(db, [...new Set(ofPieces.map(({ order_id }) => order_id))]);
  return new Map(
    ofPieces.map(({ cause, order_id, pieces }) => [
      cause,
      amountsOf(
        (lines.get(order_id) ?? []).filter(({ merchant_id }) => merchant_id === merchantId),
        pieces,
      ),
    ]),
  );
};
