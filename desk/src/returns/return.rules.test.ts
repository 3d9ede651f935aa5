import type { ReturnActor, ReturnReason, ReturnStatus } from '@sokuwa/contract/returns/returns.rules.ts';
import { describe, expect, it } from 'vitest';
import { actionsOf, decisionsOf, findDelivery, summarizeReturn } from './return.rules.ts';

const inState = (
  steps: readonly [status: ReturnStatus, by: ReturnActor][],
  reason: ReturnReason = 'damaged',
): Parameters<typeof actionsOf>[0] => ({
  status: steps.at(-1)?.[0] ?? 'requested',
  reason,
  history: steps.map(([status, by]) => ({ status, by, note: '', at: '2026-11-20T12:00:00.000Z' })),
});

describe('what a merchant can do with a return', () => {
  it.for<[name: string, state: Parameters<typeof actionsOf>[0], actions: string[]]>([
    ['requested', inState([['requested', 'buyer']]), ['accept', 'decline']],
    ['reported as missing', inState([['requested', 'buyer']], 'not_received'), ['refund', 'decline']],
    [
      'accepted',
      inState([
        ['requested', 'buyer'],
        ['accepted', 'merchant'],
      ]),
      ['receive', 'decline'],
    ],
    [
      'accepted by an operator',
      inState([
        ['requested', 'buyer'],
        ['appealed', 'shop'],
        ['accepted', 'operator'],
      ]),
      ['receive'],
    ],
    [
      'declined, then appealed',
      inState([
        ['requested', 'buyer'],
        ['declined', 'merchant'],
        ['appealed', 'buyer'],
      ]),
      ['accept'],
    ],
    [
      'not received in time',
      inState([
        ['requested', 'buyer'],
        ['accepted', 'merchant'],
        ['appealed', 'shop'],
      ]),
      ['receive'],
    ],
    [
      'reported as missing, and not decided in time',
      inState(
        [
          ['requested', 'buyer'],
          ['appealed', 'shop'],
        ],
        'not_received',
      ),
      ['refund'],
    ],
    ...(['received', 'refunded', 'declined', 'withdrawn'] as const).map(
      (status): [string, Parameters<typeof actionsOf>[0], string[]] => [status, inState([[status, 'merchant']]), []],
    ),
  ])('%s', ([, state, actions]) => {
    expect(actionsOf(state)).toEqual(actions);
  });
});

it('a return is named by its first product', () => {
  const line = (product_name: string, quantity: number) => ({ position: 0, product_name, product_image: '', quantity });
  expect(summarizeReturn({ lines: [line('Egusi', 2)] })).toBe('Egusi × 2');
  expect(summarizeReturn({ lines: [line('Egusi', 2), line('Garri', 1)] })).toBe('Egusi × 2 and 1 more');
});

it('the delivery is known if one parcel had the products', () => {
  const lines = [{ position: 1, product_name: 'Egusi', product_image: '', quantity: 1 }];
  const parcel = (id: number, position: number, delivered_at: string | null) => ({
    id,
    carrier: 'gig',
    carrier_name: 'GIG',
    tracking_number: '',
    tracking_url: null,
    shipped_at: '2026-11-16T12:00:00.000Z',
    delivered_at,
    lines: [{ position, quantity: 1 }],
  });
  const day = '2026-11-20T12:00:00.000Z';
  expect(findDelivery({ lines }, { parcels: [parcel(1, 0, null), parcel(2, 1, day)] })).toBe(day);
  expect(findDelivery({ lines }, { parcels: [parcel(1, 1, day), parcel(2, 1, day)] })).toBeUndefined();
  expect(findDelivery({ lines }, { parcels: [parcel(1, 1, null)] })).toBeUndefined();
});

it.for<[name: string, state: Parameters<typeof decisionsOf>[0], decisions: string[]]>([
  ['requested', inState([['requested', 'buyer']]), ['accept', 'decline']],
  ['accepted', inState([['accepted', 'merchant']]), ['refund', 'decline']],
  ['appealed', inState([['appealed', 'buyer']]), ['accept', 'refund', 'decline']],
  [
    'accepted, and left by the merchant',
    inState([
      ['accepted', 'merchant'],
      ['appealed', 'shop'],
    ]),
    ['refund', 'accept', 'decline'],
  ],
  ['reported as missing', inState([['appealed', 'shop']], 'not_received'), ['refund', 'decline']],
  ['declined', inState([['declined', 'operator']]), []],
])('an operator decides about what is %s', ([, state, decisions]) => {
  expect(decisionsOf(state)).toEqual(decisions);
});
