import type { DELIVERY_STATUSES } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { WebhookDelivery, WebhookEndpoint } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { isRefused, type Refused } from '../platform/refusal.ts';
import { presentDelivery, presentEndpoint } from './webhooks.present.ts';
import { isWebhookId, replayDelivery, replayFailed } from './webhooks.service.ts';
import * as store from './webhooks.sql.ts';

/** Deliveries that the command line lists. */
const LISTED = 50;

type WebhookCommands = {
  /** The endpoints of a merchant, or of all. */
  list(merchantId?: number): Promise<(WebhookEndpoint & { merchantId: number })[]>;
  /** The newest deliveries of an endpoint; undefined if there is no such endpoint. */
  deliveries(endpointId: string, status?: (typeof DELIVERY_STATUSES)[number]): Promise<WebhookDelivery[] | undefined>;
  /** Sends one delivery again, or all that have failed since a time. @returns how many; else as `replayDelivery` */
  replay(
    endpointId: string,
    what: { deliveryId: string } | { since: Date },
    options: ActOptions,
  ): Promise<{ replayed: number } | Refused>;
};

export const webhookCommands = (db: Database): WebhookCommands => ({
  list: async (merchantId) =>
    (await store.selectEndpoints(db, merchantId as MerchantId | undefined)).map((row) => ({
      ...presentEndpoint(row),
      merchantId: row.merchant_id,
    })),
  deliveries: async (endpointId, status) => {
    if (!isWebhookId(endpointId) || !(await store.selectEndpoint(db, endpointId, undefined))) return undefined;
    return (await store.selectDeliveries(db, endpointId, { status, limit: LISTED })).map(presentDelivery);
  },
  replay: async (endpointId, what, options) => {
    const result =
      'since' in what
        ? await replayFailed({ db }, undefined, endpointId, what.since, options)
        : await replayDelivery({ db }, undefined, endpointId, what.deliveryId, options);
    return isRefused(result) ? result : { replayed: typeof result === 'number' ? result : 1 };
  },
});
