import { useSyncExternalStore } from 'react';
import { CONVERTED_FIRST, PRICE_ORDER_ATTRIBUTE, PRICE_ORDER_KEY } from '../lib/price-order-script.ts';

const page = () => document.documentElement;

const subscribe = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(page(), { attributeFilter: [PRICE_ORDER_ATTRIBUTE] });
  return () => observer.disconnect();
};
const isConvertedFirst = () => page().hasAttribute(PRICE_ORDER_ATTRIBUTE);

/** Whether the visitor chose to see converted prices first (MONEY-14). */
export const useConvertedFirst = (): boolean => useSyncExternalStore(subscribe, isConvertedFirst, () => false);

/** Chooses which price comes first, on all pages and in all tabs. */
export const chooseConvertedFirst = (isFirst: boolean): void => {
  page().toggleAttribute(PRICE_ORDER_ATTRIBUTE, isFirst);
  try {
    if (isFirst) localStorage.setItem(PRICE_ORDER_KEY, CONVERTED_FIRST);
    else localStorage.removeItem(PRICE_ORDER_KEY);
  } catch {
    // Storage is disabled or full, so the choice lasts as long as the page.
  }
};
