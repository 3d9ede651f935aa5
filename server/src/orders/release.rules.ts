import { releasableFrom } from './return-window.rules.ts';

type Line = {
  position: number;
  perishable: boolean;
  returned_quantity: number;
  released_quantity: number;
};
type Parcel = {
  delivered_at: Date | null;
  lines: readonly { position: number; quantity: number; not_received_quantity: number }[];
};

/**
 * The pieces that can be released to their merchants: those in parcels whose return window has closed, without the pieces that were returned
 * or released before. Which parcel a returned piece was in is not known, so it counts as one of these: a piece can be released late, never
 * early (PAYOUT-1). It is known of pieces that were refunded because they did not arrive: their parcel may never arrive, so nothing waits
 * for it.
 * @param held positions of lines of which nothing is released
 * @returns the pieces of each line, at least 1; and when the next window closes, undefined if none will
 */
export const computeRelease = (
  lines: readonly Line[],
  parcels: readonly Parcel[],
  held: ReadonlySet<number>,
  now: Date,
): { pieces: { position: number; quantity: number }[]; next: Date | undefined } => {
  const pieces: { position: number; quantity: number }[] = [];
  const closings: number[] = [];
  for (const line of lines) {
    let closed = 0;
    for (const { delivered_at, lines: contents } of parcels) {
      const content = contents.find(({ position }) => position === line.position);
      if (!content) continue;
      const until = delivered_at && releasableFrom(delivered_at, line.perishable);
      if (until && until <= now) closed += content.quantity;
      else {
        closed += content.not_received_quantity;
        if (until) closings.push(until.getTime());
      }
    }
    const quantity = closed - line.returned_quantity - line.released_quantity;
    if (quantity > 0 && !held.has(line.position)) pieces.push({ position: line.position, quantity });
  }
  return { pieces, next: closings.length > 0 ? new Date(Math.min(...closings)) : undefined };
};
