import type { Api } from '@sokuwa/contract/api-client.ts';
import { getOrder, listOrders } from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { assertStoredToken, isTokenNotStored } from '../lib/session.ts';

/** Shown without a stored token (ORDER-39). */
const NO_TOKEN = 'No authorization token found. Please log in again.';

/** The title of a failure: that the token is missing, otherwise `text`. */
export const getFailureTitle = (error: unknown, text: string): string => (isTokenNotStored(error) ? NO_TOKEN : text);

/** What release 1.1 has added to an order and its items. */
type Added =
  | 'expected_delivery'
  | 'parcels'
  | 'merchants'
  | 'timeline'
  | 'payments'
  | 'can_change_address'
  | 'items'
  | 'refunds';
type AddedToItem = 'position' | 'cancelled_quantity' | 'returned_quantity' | 'merchant_id' | 'discount';
type AddedToRefund = 'requested_at' | 'done_at' | 'expected';
type Item = Order['items'][number];
type Refund = Order['refunds'][number];
/** An order as a node of release 1.0 or 1.1 sends it: during an upgrade both respond. */
type SentOrder = Omit<Order, Added> &
  Partial<Omit<Order, 'items' | 'refunds'>> & {
    items: (Omit<Item, AddedToItem> & Partial<Item>)[];
    refunds: (Omit<Refund, AddedToRefund> & Partial<Refund>)[];
  };

/** Completes the order of a node of release 1.0 (ORDER-74). */
export const completeOrder = ({ items, refunds, ...sent }: SentOrder): Order => ({
  expected_delivery: null,
  parcels: [],
  merchants: [],
  timeline: [],
  payments: [],
  can_change_address: false,
  ...sent,
  items: items.map((item, position) => ({
    position,
    cancelled_quantity: 0,
    returned_quantity: 0,
    merchant_id: null,
    discount: null,
    ...item,
  })),
  refunds: refunds.map((refund) => ({ requested_at: sent.updated_at, done_at: null, expected: null, ...refund })),
});

/** Key prefix of all order queries of a session. */
export const ordersKey = (token: string) => ['orders', token] as const;

/** One page of the session's orders, newest first; pages start at 1. */
export const ordersQuery = (api: Api, token: string, page: number) =>
  queryOptions({
    queryKey: [...ordersKey(token), 'page', page],
    queryFn: async ({ signal }): Promise<Order[]> => {
      assertStoredToken(token);
      return (await api.call(listOrders, { query: page === 1 ? {} : { page }, signal })).map(completeOrder);
    },
  });

export const orderQuery = (api: Api, token: string, id: string) =>
  queryOptions({
    queryKey: [...ordersKey(token), id],
    queryFn: async ({ signal }): Promise<Order> => {
      assertStoredToken(token);
      return completeOrder(await api.call(getOrder, { params: { id }, signal }));
    },
  });
