import type { ShipmentRate, ShipmentRateRequest } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import type { InitializedPayment, InitializePayment } from '@sokuwa/contract/orders/orders.schemas.ts';
import { SIGNATURE_HEADER, signatureOf } from '../../../server/src/ports/payments/paystack.protocol.ts';
import type { Buyer } from '../shoppers/buyers.ts';

/** Sends a request with a JSON body. @returns the text of the response @throws Error unless its status is 200 */
export type Post = (path: string, headers: Record<string, string>, body: string) => Promise<string>;

/**
 * One whole checkout: the buyer requests the shipping rate and places the order, and the payment provider reports the
 * payment by a webhook that is signed as the sandbox's are.
 */
export const checkOut = async (
  post: Post,
  secret: string,
  buyer: Pick<Buyer, 'token' | 'address'>,
  cart_items: ShipmentRateRequest['cart_items'],
): Promise<InitializedPayment> => {
  const authorization = { authorization: `Token ${buyer.token}` };
  const call = async <Body>(path: string, body: object) =>
    JSON.parse(await post(path, authorization, JSON.stringify(body))) as Body;
  const rateRequest = { cart_items, shipping_address_id: buyer.address };
  const { data } = await call<ShipmentRate>(
    '/backend/calculate-shipment-rate/',
    rateRequest satisfies ShipmentRateRequest,
  );
  const { sub_total, total_shipment_rate, total } = data;
  const orderRequest: InitializePayment = { ...rateRequest, sub_total, total_shipment_rate, total };
  const placed = await call<InitializedPayment>('/backend/create-order/initialize-payment/', orderRequest);
  const { reference } = placed.payment.data;
  const amount = Math.round(total * 100);
  const paid = { status: 'success', reference, amount, requested_amount: amount, currency: 'NGN', metadata: '' };
  const body = JSON.stringify({ event: 'charge.success', data: { domain: 'test', ...paid } });
  await post('/backend/payment/webhook', { [SIGNATURE_HEADER]: signatureOf(body, secret) }, body);
  return placed;
};
