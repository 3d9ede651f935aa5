import { z } from 'zod';
import { MESSAGE_TYPES } from '../messages/messages.rules.ts';
import { RETURN_REASONS } from '../returns/returns.rules.ts';
import { TEST_TYPE, type WebhookType } from './webhooks.rules.ts';

// They contain no names, addresses of people, or texts of messages: the calls of the API return these, as long as the shop may show them.

const orderId = z.string().meta({ examples: ['7F3KQ2M9XW4T'] });
const fulfilmentId = z
  .string()
  .describe('What you ship of the order.')
  .meta({ examples: ['7F3KQ2M9XW4T-1'] });
const time = z.iso.datetime().describe('UTC.');
const line = z.object({
  position: z.int().describe('The number of the line in the order.'),
  title: z.string(),
  quantity: z.int(),
});
const orderLinks = z.object({ order: z.url().describe('The call that returns the order.') });
/** `has_more_lines`: of a very large order not all lines fit. */
const hasMoreLines = z.boolean().describe('Whether there are more lines than fit into a webhook.');

const paid = z.object({
  order_id: orderId,
  fulfilment_id: fulfilmentId,
  ship_by: time,
  currency: z.literal('NGN'),
  lines: z.array(
    line.extend({
      product_id: z.int().describe('The product may no longer be sold.'),
      unit_price: z.number().describe('In the currency, before discounts.'),
    }),
  ),
  has_more_lines: hasMoreLines,
  destination: z
    .object({ country: z.string(), region: z.string(), city: z.string() })
    .nullable()
    .describe('Where the parcel goes. The whole address is in the response to the call that returns the order.'),
  links: orderLinks,
});

const cancelled = z.object({
  order_id: orderId,
  fulfilment_id: fulfilmentId,
  cancelled_by: z.enum(['buyer', 'shop', 'merchant']),
  is_complete: z.boolean().describe('Whether nothing is left to ship.'),
  lines: z.array(line).describe('What is cancelled, with the cancelled pieces of each line.'),
  has_more_lines: hasMoreLines,
  links: orderLinks,
});

const returnRequested = z.object({
  return_id: z.string(),
  order_id: orderId,
  fulfilment_id: fulfilmentId,
  lines: z.array(line).describe('What the buyer wants to return.'),
  has_more_lines: hasMoreLines,
  reason: z.enum(RETURN_REASONS),
  requested_at: time,
  links: z.object({ return: z.url().describe('The call that returns the return.') }),
});

const messageReceived = z.object({
  message_id: z.string().describe('The thread.'),
  message_type: z.enum(MESSAGE_TYPES).describe('`question`: the buyer started the thread; `note`: you did.'),
  post: z.int().describe('The number of the post in the thread; 0 is the first message.'),
  product_id: z.int().nullable(),
  order_id: orderId.nullable(),
  sent_at: time,
  links: z.object({ message: z.url().describe('The call that returns the thread.') }),
});

const lowStock = z.object({
  product_id: z.int(),
  title: z.string(),
  sku: z.string().nullable(),
  stock: z.int().describe('Pieces that are neither sold nor reserved.'),
  threshold: z.int(),
  links: z.object({ product: z.url() }),
});

const test = z.object({ endpoint_id: z.uuid() });

const webhook = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({ type: z.literal(type), timestamp: time.describe('When it happened, in UTC.'), data });

/** The body of each webhook (Standard Webhooks). */
export const webhookEvents = {
  'order.paid': webhook('order.paid', paid),
  'order.cancelled': webhook('order.cancelled', cancelled),
  'return.requested': webhook('return.requested', returnRequested),
  'message.received': webhook('message.received', messageReceived),
  'product.low_stock': webhook('product.low_stock', lowStock),
  [TEST_TYPE]: webhook(TEST_TYPE, test),
} as const;

/** The body of a webhook of this type. */
export type WebhookBody<T extends WebhookType | typeof TEST_TYPE> = z.infer<(typeof webhookEvents)[T]>;

const order = { order_id: '7F3KQ2M9XW4T', fulfilment_id: '7F3KQ2M9XW4T-1' };
const links = { order: 'https://shop.example/backend/merchant/orders/7F3KQ2M9XW4T-1/' };
const yam = { position: 0, title: 'Puna yam, three tubers', quantity: 2 };

/** An example of each webhook. */
export const webhookExamples: { [T in keyof typeof webhookEvents]: WebhookBody<T> } = {
  'order.paid': {
    type: 'order.paid',
    timestamp: '2026-12-01T09:30:00.000Z',
    data: {
      ...order,
      ship_by: '2026-12-03T09:30:00.000Z',
      currency: 'NGN',
      lines: [{ ...yam, product_id: 417, unit_price: 12_450 }],
      has_more_lines: false,
      destination: { country: 'Nigeria', region: 'Lagos', city: 'Ikeja' },
      links,
    },
  },
  'order.cancelled': {
    type: 'order.cancelled',
    timestamp: '2026-12-01T11:00:00.000Z',
    data: { ...order, cancelled_by: 'buyer', is_complete: true, lines: [yam], has_more_lines: false, links },
  },
  'return.requested': {
    type: 'return.requested',
    timestamp: '2026-12-08T08:15:00.000Z',
    data: {
      return_id: '7F3KQ2M9XW4T-R1',
      ...order,
      lines: [{ ...yam, quantity: 1 }],
      has_more_lines: false,
      reason: 'damaged',
      requested_at: '2026-12-08T08:15:00.000Z',
      links: { return: 'https://shop.example/backend/merchant/returns/7F3KQ2M9XW4T-R1/' },
    },
  },
  'message.received': {
    type: 'message.received',
    timestamp: '2026-12-02T14:20:00.000Z',
    data: {
      message_id: '0b8f6c1e-7d57-4c0e-9d3c-2f1f5f1f6a11',
      message_type: 'question',
      post: 0,
      product_id: 417,
      order_id: null,
      sent_at: '2026-12-02T14:20:00.000Z',
      links: { message: 'https://shop.example/backend/merchant/messages/0b8f6c1e-7d57-4c0e-9d3c-2f1f5f1f6a11/' },
    },
  },
  'product.low_stock': {
    type: 'product.low_stock',
    timestamp: '2026-12-01T09:30:00.000Z',
    data: {
      product_id: 417,
      title: 'Puna yam, three tubers',
      sku: 'YAM-3',
      stock: 4,
      threshold: 5,
      links: { product: 'https://shop.example/product/details/417' },
    },
  },
  [TEST_TYPE]: {
    type: TEST_TYPE,
    timestamp: '2026-12-01T09:00:00.000Z',
    data: { endpoint_id: '5f4d5a0a-53a1-4a0c-8a63-5b9f2f3c8e21' },
  },
};
