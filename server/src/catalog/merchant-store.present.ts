import type { Store } from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import { presentCover } from './catalog.present.ts';
import { hashContent } from './merchant-product.present.ts';
import type { StoreRow } from './merchants.sql.ts';

/** Presents a store to its merchant. The version follows from the content, as that of a product. */
export const presentStore = ({ cover_key, suspended_at, first_steps_dismissed_at: _, ...row }: StoreRow): Store => {
  const store = {
    ...row,
    cover_url: presentCover(cover_key),
    // A store that is not approved is hidden in the same way, but nobody has suspended it.
    suspended_at: row.state === 'approved' ? (suspended_at?.toISOString() ?? null) : null,
  };
  // The beginning of a holiday, or a suspension, is no change of what the merchant has written.
  return { ...store, version: hashContent({ ...store, is_on_holiday: false, suspended_at: null }) };
};
