import { account } from './account/index.ts';
import { addresses } from './addresses/index.ts';
import { backup } from './backup/index.ts';
import { cart } from './cart/index.ts';
import { catalog } from './catalog/index.ts';
import { checkout } from './checkout/index.ts';
import { exchange } from './exchange/index.ts';
import { find } from './find/index.ts';
import { geo } from './geo/index.ts';
import { home } from './home/index.ts';
import { joining } from './joining/index.ts';
import { ledger } from './ledger/index.ts';
import { mail } from './mail/index.ts';
import { media } from './media/index.ts';
import { messages } from './messages/index.ts';
import { moderation } from './moderation/index.ts';
import { operators } from './operators/index.ts';
import { orders } from './orders/index.ts';
import { payouts } from './payouts/index.ts';
import { returns } from './returns/index.ts';
import { sandbox } from './sandbox/index.ts';
import { saved } from './saved/index.ts';
import type { Slice } from './slice.ts';
import { staff } from './staff/index.ts';
import { support } from './support/index.ts';
import { today } from './today/index.ts';
import { wallet } from './wallet/index.ts';
import { webhooks } from './webhooks/index.ts';

/** All slices of the shop. A new slice is added only here. */
export const slices = {
  account,
  addresses,
  backup,
  cart,
  catalog,
  checkout,
  exchange,
  find,
  geo,
  home,
  joining,
  ledger,
  mail,
  media,
  messages,
  moderation,
  operators,
  orders,
  payouts,
  returns,
  sandbox,
  saved,
  staff,
  support,
  today,
  wallet,
  webhooks,
} satisfies Record<string, Slice>;

export const sliceList: readonly Slice[] = Object.values(slices);

export const statusMetrics = sliceList.flatMap((slice) => slice.metrics ?? []);
