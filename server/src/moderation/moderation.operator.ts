import type { ActOptions } from '../platform/audit.ts';
import type { ProductId } from '../platform/ids.ts';
import type { ShopParts } from '../shop.ts';
import * as duplicates from './duplicates.service.ts';
import * as service from './moderation.service.ts';

/** Commands decide about a product as it is. */
export const moderationCommands = (shop: ShopParts) => ({
  /** The first page: those that wait longest. */
  list: () => service.listWaiting(shop.db, {}),
  read: (product: number) => service.readCase(shop.db, product as ProductId),
  /** The first page. */
  listDuplicates: () => duplicates.listDuplicates(shop.db, {}),
  dismissDuplicates: (product: number, options: ActOptions) =>
    duplicates.dismissDuplicates(shop.db, product as ProductId, undefined, options),
  merge: (duplicate: number, kept: number, stock: 'add' | 'keep', options: ActOptions) =>
    duplicates.mergeProducts(
      shop,
      { keptId: kept as ProductId, duplicateId: duplicate as ProductId },
      { version: undefined, stock },
      options,
    ),
  dismissReports: (product: number, options: ActOptions) =>
    service.dismissReports(shop, product as ProductId, undefined, options),
  takeDown: (product: number, options: ActOptions) =>
    service.takeProductDown(shop, product as ProductId, undefined, options),
  keepDown: (product: number, options: ActOptions) =>
    service.keepProductDown(shop, product as ProductId, undefined, options),
  putBack: (product: number, options: ActOptions) =>
    service.putProductBack(shop, product as ProductId, undefined, options),
});
