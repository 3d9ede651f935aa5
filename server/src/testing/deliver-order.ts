/**
 * A program that ships and delivers a paid order in the shop of DATA_DIR, for the journeys: `deliver-order.ts <order-id>`. It writes an API
 * token of the merchant of the first line.
 */
import { deliverOrder, shipOrder } from '../orders/fulfilment.service.ts';
import { selectLines } from '../orders/order.sql.ts';
import { withOrder } from '../orders/with-order.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import type { OrderId } from '../platform/ids.ts';
import { withRunningShop } from './running-shop.ts';

const orderId = (process.argv[2] ?? '') as OrderId;

await withRunningShop(async (db) => {
  await withOrder(db, orderId, async (trx, order) => {
    await shipOrder(trx, order, 'T-1');
  });
  await withOrder(db, orderId, deliverOrder);
  const [line] = await selectLines(db, orderId);
  process.stdout.write(
    await createApiToken(db, { merchantId: line?.merchant_id ?? null, name: `journey ${orderId}`, scope: 'write' }),
  );
});
