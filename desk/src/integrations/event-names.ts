import type { TEST_TYPE, WebhookType } from '@sokuwa/contract/webhooks/webhooks.rules.ts';

/** What happens when an event is sent. */
export const EVENT_NAMES: Record<WebhookType | typeof TEST_TYPE, string> = {
  'order.paid': 'An order is paid',
  'order.cancelled': 'Pieces of an order are cancelled',
  'return.requested': 'A buyer asks for a return',
  'message.received': 'A buyer writes',
  'product.low_stock': 'A product has few pieces left',
  'webhook.test': 'A test',
};
