import type { WebhookDelivery } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';

/** How far the clock of a device may be wrong. */
const TOLERANCE_MS = 60_000;

/** Whether a delivery is sent now: for the first time, or again. Otherwise its next attempt is later, or there is none. */
export const isDue = (
  { status, next_attempt_at }: Pick<WebhookDelivery, 'status' | 'next_attempt_at'>,
  now = new Date(),
): boolean =>
  status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) <= now.getTime() + TOLERANCE_MS);
