import type { DeskSession } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { findOperator, findStore } from './session.ts';

const KEY = 'desk-last-workplace';
const MARKET = 'market';

/** Remembers where somebody worked last: the id of a store, or the market for operators. */
export const rememberWorkplace = (storeId: number | undefined): void => {
  if (import.meta.env.SSR) return;
  localStorage.setItem(KEY, storeId === undefined ? MARKET : String(storeId));
};

/**
 * Where the desk opens: where this person worked last, or the only place.
 * @returns the id of a store, `market` for operators, or undefined if there is a choice, or nothing to choose from
 */
export const findStart = (session: DeskSession): number | 'market' | undefined => {
  const last = localStorage.getItem(KEY);
  if (last === MARKET && findOperator(session)) return MARKET;
  if (last !== null && findStore(session, Number(last))) return Number(last);
  const [only, ...others] = session.memberships;
  if (!only || others.length > 0) return undefined;
  return only.of === 'operator' ? MARKET : only.merchant_id;
};
