import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { MerchantId } from '../platform/ids.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './decisions.service.ts';

/** Commands decide on an application as it is. */
export const joiningCommands = (shop: ShopParts) => ({
  /** The first page: those that have the state longest. */
  list: (state: StoreState) => service.listForOperators(shop.db, { state }),
  approve: (merchant: number, options: ActOptions) =>
    service.approveApplication(shop, merchant as MerchantId, undefined, options),
  decline: (merchant: number, options: ActOptions) =>
    service.declineApplication(shop, merchant as MerchantId, undefined, options),
});
