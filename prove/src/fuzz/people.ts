import { takeStep } from '../../../server/src/orders/order.service.ts';
import { settlePayment } from '../../../server/src/orders/payment.service.ts';
import type { ProductId } from '../../../server/src/platform/ids.ts';
import { type Buyer, createBuyer, sandboxPaymentsOf } from '../../../server/src/testing/buyer.ts';
import { LIVE_ACT } from '../../../server/src/testing/operator.ts';
import type { TestShop } from '../../../server/src/testing/shop.ts';
import { giveCredit } from '../../../server/src/testing/wallet-credit.ts';

/** A buyer with data of every kind. */
export type Person = {
  buyer: Buyer;
  paidOrder: string;
  threadId: string;
  /** Texts and ids in data that a merchant sees too: name, messages. */
  shared: readonly string[];
  /** Texts and ids in data that nobody else sees. */
  secret: readonly string[];
  /** The ids of the orders, which their merchant sees too. */
  orders: readonly string[];
  /** The ids of objects that calls take: thread, order, address. */
  ids: readonly string[];
};

/** Credit of each person at the start. */
export const CREDIT_KOBO = 1_234_567;

const pay = async (shop: TestShop, reference: string): Promise<void> => {
  const provider = sandboxPaymentsOf(shop);
  await provider.choose(reference, 'approve');
  const state = await provider.verify(reference);
  if (state === 'unknown') throw new Error(`the provider does not know the payment ${reference}`);
  await settlePayment({ db: shop.db, log: shop.app.log }, state);
};

/**
 * Creates a buyer whose profile, address, orders, wallet, messages and saved items carry texts that nothing else contains.
 * @param productId the product of the orders and the message
 */
export const createPerson = async (shop: TestShop, name: string, productId: ProductId): Promise<Person> => {
  const [shared, secret] = [`qq${name}sharedqq`, `qq${name}secretqq`];
  const buyer = await createBuyer(shop, [[productId, 1]]);
  const { accountId, addressId, call } = buyer;
  const marked = { first_name: shared, last_name: shared, email: `${secret}@mail.test`, street_address: secret };
  await shop.db
    .updateTable('account')
    .set({ ...marked, picture_key: `people/${secret}` })
    .where('id', '=', accountId)
    .execute();
  await shop.db
    .updateTable('shipping_address')
    .set({ first_name: secret, last_name: secret, line1: secret, line2: secret, line3: secret })
    .where('id', '=', addressId)
    .execute();
  await giveCredit(shop.db, accountId, CREDIT_KOBO);
  const paid = await buyer.placeOrder();
  await pay(shop, paid.reference);
  await takeStep(shop.db, paid.id, { step: 'ship', tracking: shared }, LIVE_ACT);
  await buyer.fillCart([[productId, 2]]);
  const cancelled = await buyer.placeOrder();
  await pay(shop, cancelled.reference);
  await buyer.cancelOrder(cancelled.id);
  await buyer.fillCart([[productId, 3]]);
  const question = { subject: shared, content: shared, product: productId };
  const threadId: string = (await call('POST', '/contact-merchant/send/', question)).json().id;
  await call('PUT', `/api/saved-items//${productId}/`);
  await call('PUT', '/api/saved-notes/', { enabled: true });
  await call('POST', '/api/recently-viewed/', { views: [{ product_id: productId }] });
  const support = { full_name: secret, email: `${secret}@mail.test`, subject: secret, content: secret };
  await call('POST', '/contact-support/send/', support);
  return {
    buyer,
    paidOrder: paid.id,
    threadId,
    shared: [shared, threadId],
    secret: [secret, paid.id, cancelled.id, addressId],
    orders: [paid.id, cancelled.id],
    ids: [threadId, paid.id, addressId],
  };
};
