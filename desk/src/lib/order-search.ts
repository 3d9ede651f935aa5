import { isOrderId, normalizeOrderId } from '@sokuwa/contract/orders/orders.rules.ts';

/** The order that somebody has typed, or whose payment or refund they have; undefined if it is none. */
export const readOrderSearch = (text: string): string | undefined => {
  const typed = text.trim();
  return [typed, typed.replace(/-[\d.]+$/, '')].map(normalizeOrderId).find(isOrderId);
};
