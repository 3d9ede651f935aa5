import {
  RETURN_ACTORS,
  RETURN_STATUSES,
  type ReturnReason,
  type ReturnStatus,
} from '@sokuwa/contract/returns/returns.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canTake, chooseParcels, deadlinesAfter, findReturnable, STEPS, type StepName } from './returns.rules.ts';

const now = new Date('2026-11-27T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const state = { status: 'requested', reason: 'changed_mind', appeal_by: null, is_decided_by_operator: false } as const;

describe('the steps of a return', () => {
  it('lead from each state to these', { tags: ['@RETURN-12', '@RETURN-13', '@RETURN-15'] }, () => {
    const later = { ...state, appeal_by: new Date(now.getTime() + 1) };
    const names = Object.keys(STEPS) as StepName[];
    const table = RETURN_STATUSES.map((status) => [
      status,
      names.filter((step) => canTake(step, { ...later, status }, now)),
    ]);
    expect(Object.fromEntries(table)).toEqual({
      requested: ['accept', 'decline', 'declineFinally', 'escalate', 'withdraw'],
      accepted: ['decline', 'declineFinally', 'escalate', 'receive', 'withdraw'],
      appealed: ['accept', 'declineFinally', 'receive', 'withdraw'],
      received: [],
      refunded: [],
      declined: ['appeal'],
      withdrawn: [],
    });
    for (const { by } of Object.values(STEPS)) for (const actor of by) expect(RETURN_ACTORS).toContain(actor);
  });

  it('end with its acceptance if nothing has arrived', { tags: ['@RETURN-23'] }, () => {
    const names = Object.keys(STEPS) as StepName[];
    const stepsFrom = (status: ReturnStatus) =>
      names.filter((step) => canTake(step, { ...state, reason: 'not_received', status }, now));
    expect(stepsFrom('requested')).toEqual(['decline', 'declineFinally', 'escalate', 'concede', 'withdraw']);
    expect(stepsFrom('appealed')).toEqual(['declineFinally', 'concede', 'withdraw']);
    expect(STEPS.concede.to).toBe('received');
  });

  it('of a merchant cannot undo what an operator has decided', { tags: ['@RETURN-14'] }, () => {
    expect(canTake('decline', { ...state, status: 'accepted' }, now)).toBe(true);
    expect(canTake('decline', { ...state, status: 'accepted', is_decided_by_operator: true }, now)).toBe(false);
    expect(canTake('receive', { ...state, status: 'accepted', is_decided_by_operator: true }, now)).toBe(true);
  });

  it('include one appeal, while there is time', { tags: ['@RETURN-14'] }, () => {
    const declined = { ...state, status: 'declined' } as const;
    expect(canTake('appeal', declined, now)).toBe(false);
    expect(canTake('appeal', { ...declined, appeal_by: now }, now)).toBe(false);
    const first = { is_appealed: false, is_decided_by_operator: false };
    const inDays = (days: number) => daysAgo(-days);
    expect(deadlinesAfter({ to: 'requested' }, first, now)).toEqual({ decide_by: inDays(3), appeal_by: null });
    expect(deadlinesAfter({ to: 'accepted' }, first, now)).toEqual({ decide_by: inDays(21), appeal_by: null });
    expect(deadlinesAfter({ to: 'declined' }, first, now)).toEqual({ decide_by: null, appeal_by: inDays(7) });
    const never = { decide_by: null, appeal_by: null };
    expect(deadlinesAfter({ to: 'declined' }, { ...first, is_appealed: true }, now)).toEqual(never);
    expect(deadlinesAfter({ to: 'declined' }, { ...first, is_decided_by_operator: true }, now)).toEqual(never);
    for (const to of ['appealed', 'received', 'refunded', 'withdrawn'] as const)
      expect(deadlinesAfter({ to }, first, now)).toEqual(never);
  });
});

describe('pieces that can be returned', () => {
  const shippedAt = daysAgo(40);
  const delivered = [
    { fulfilmentId: 'F-1', parcelId: 1, position: 0, quantity: 2, shippedAt, deliveredAt: daysAgo(31) },
    { fulfilmentId: 'F-1', parcelId: 2, position: 0, quantity: 3, shippedAt, deliveredAt: daysAgo(10) },
    { fulfilmentId: 'F-1', parcelId: 3, position: 0, quantity: 1, shippedAt, deliveredAt: daysAgo(1.5) },
    { fulfilmentId: 'F-1', parcelId: 3, position: 1, quantity: 4, shippedAt, deliveredAt: daysAgo(0.5) },
  ];
  const find = (reason: ReturnReason, claimed: Parameters<typeof findReturnable>[1] = []) =>
    findReturnable(delivered, claimed, { reason, perishable: new Set([1]), expectedTo: '2026-11-27', now }).map(
      ({ parcelId, position, quantity }) => [parcelId, position, quantity],
    );

  it('are counted from the delivery of their parcel', { tags: ['@RETURN-9'] }, () => {
    expect(find('changed_mind')).toEqual([
      [3, 1, 4],
      [2, 0, 3],
      [3, 0, 1],
    ]);
    expect(find('defective')).toEqual([
      [3, 1, 4],
      [3, 0, 1],
    ]);
  });

  it('do not include those of other returns', { tags: ['@RETURN-11'] }, () => {
    const claimed = [
      { parcel_id: 2, position: 0, quantity: 1, isOver: false },
      { parcel_id: 2, position: 0, quantity: 1, isOver: false },
      { parcel_id: 3, position: 1, quantity: 4, isOver: false },
    ];
    expect(find('changed_mind', claimed)).toEqual([
      [2, 0, 1],
      [3, 0, 1],
    ]);
  });

  it('are, if they have not arrived, those under way first, from the day on which they should have', {
    tags: ['@RETURN-23'],
  }, () => {
    const underWay = { fulfilmentId: 'F-1', parcelId: 4, position: 0, quantity: 2, shippedAt, deliveredAt: null };
    const missing = (expectedTo: string | null, claimed: Parameters<typeof findReturnable>[1] = []) =>
      findReturnable([...delivered, underWay], claimed, {
        reason: 'not_received',
        perishable: new Set([1]),
        expectedTo,
        now,
      }).map(({ parcelId, position, quantity, until }) => [parcelId, position, quantity, until !== null]);
    const arrived = [
      [3, 1, 4, true],
      [2, 0, 3, true],
      [3, 0, 1, true],
    ];
    expect(missing('2026-11-28')).toEqual(arrived);
    for (const day of ['2026-11-27', null]) expect(missing(day)).toEqual([[4, 0, 2, false], ...arrived]);
    // What was declined for good cannot be reported again, and be returned for another reason if it arrives.
    const over = [{ parcel_id: 3, position: 0, quantity: 1, isOver: true }];
    expect(missing('2026-11-28', over)).toEqual(arrived.slice(0, 2));
    expect(find('defective', over)).toEqual(find('defective'));
  });

  it('are taken from the parcels whose window ends first, and never more than there are', {
    tags: ['@RETURN-11'],
  }, () => {
    const until = now;
    const returnable = [
      { parcelId: 1, position: 0, quantity: 2, until },
      { parcelId: 2, position: 0, quantity: 3, until },
      { parcelId: 2, position: 1, quantity: 1, until },
    ];
    expect(chooseParcels([{ position: 0, quantity: 4 }], returnable)).toEqual([
      { parcel_id: 1, position: 0, quantity: 2 },
      { parcel_id: 2, position: 0, quantity: 2 },
    ]);
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.nat({ max: 3 }), (first, second) => {
        const pieces = [
          { position: 0, quantity: first },
          { position: 1, quantity: second },
        ].filter(({ quantity }) => quantity > 0);
        const chosen = chooseParcels(pieces, returnable);
        expect(chosen === undefined).toBe(first > 5 || second > 1);
        for (const { position, quantity } of chosen ? pieces : []) {
          const own = chosen?.filter((part) => part.position === position) ?? [];
          expect(own.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity);
        }
      }),
    );
    expect(chooseParcels([{ position: 7, quantity: 1 }], returnable)).toBeUndefined();
  });
});
