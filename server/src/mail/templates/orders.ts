import { brand } from '@sokuwa/contract/brand.ts';
import { formatNairaAmount, type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { Mails } from '../mail.ts';
import { heading, paragraph, remark, type Template } from './layout.ts';

const formatPrice = (amount: Kobo): string => `₦${formatNairaAmount(amount)}`;

export const orderConfirmed: Template<Mails['order_confirmed']> = (order) => {
  const { ship_to: to, discount_kobo } = order;
  const lines = [to.address_line1, to.address_line2, to.address_line3].filter(Boolean);
  return {
    subject: `Your ${brand.name} order ${order.order_id}`,
    preview: `We have your payment of ${formatPrice(order.total_kobo)}.`,
    body: [
      heading(`Thank you, ${order.first_name}`),
      paragraph(`We have your payment, and are getting order ${order.order_id} ready.`),
      ...order.lines.map(({ title, quantity, unit_kobo }) =>
        paragraph(`${quantity} × ${title}: ${formatPrice(kobo(unit_kobo * quantity))}`),
      ),
      paragraph(`Items: ${formatPrice(order.subtotal_kobo)}`),
      ...(discount_kobo > 0 ? [paragraph(`Discount: -${formatPrice(discount_kobo)}`)] : []),
      paragraph(`Delivery: ${formatPrice(order.shipment_kobo)}`),
      paragraph(
        `Total: ${formatPrice(order.total_kobo)}${order.converted_total ? ` (about ${order.converted_total})` : ''}`,
      ),
      ...(order.credit_kobo > 0 ? [paragraph(`Paid from your wallet: ${formatPrice(order.credit_kobo)}`)] : []),
      paragraph(
        `It goes to ${to.first_name} ${to.last_name}, ${lines.join(', ')}, ${to.city}, ${to.region} ${to.postal_code}, ${to.country}. Phone: ${to.phone_number}.`,
      ),
      remark('You can cancel it under My Order until it is shipped. We write again when it is.'),
    ],
  };
};

export const orderShipped: Template<Mails['order_shipped']> = ({ first_name, order_id, tracking_number }) => ({
  subject: `Your order ${order_id} is on its way`,
  preview: `Tracking number ${tracking_number}.`,
  body: [
    heading('It is on its way'),
    paragraph(`Hello ${first_name}, order ${order_id} has left us.`),
    paragraph(`Tracking number: ${tracking_number}`),
    remark('Import duties and taxes, if there are any, are charged on delivery.'),
  ],
});

export const orderDelivered: Template<Mails['order_delivered']> = ({ first_name, order_id }) => ({
  subject: `Your order ${order_id} was delivered`,
  preview: 'We hope that you like it.',
  body: [
    heading('Delivered'),
    paragraph(`Hello ${first_name}, order ${order_id} was delivered. We hope that you like it.`),
    remark('Something is not right? Our Return and Refund Policy says what to do.'),
  ],
});

export const orderCancelled: Template<Mails['order_cancelled']> = ({ first_name, order_id, paid }) => ({
  subject: `Your order ${order_id} is cancelled`,
  preview: paid ? 'You get your money back.' : 'Nothing was paid for it.',
  body: [
    heading('Cancelled'),
    paragraph(`Hello ${first_name}, order ${order_id} is cancelled.`),
    paragraph(paid ? 'You get back what you paid; we write again when it is on its way.' : 'Nothing was paid for it.'),
  ],
});

const REASONS: Record<Mails['order_refunded']['reason'], string> = {
  cancelled: 'because it is cancelled',
  'too late': 'because the payment came after the time to pay, and what you ordered is sold out by now',
  'paid twice': 'because it was paid already',
  'not as asked': 'because what you paid was not what it costs',
};

export const orderRefunded: Template<Mails['order_refunded']> = ({
  first_name,
  order_id,
  amount_kobo,
  reason,
  how,
}) => ({
  subject: `${formatPrice(amount_kobo)} back for your order ${order_id}`,
  preview: how === 'wallet' ? `It is in your ${brand.name} wallet.` : 'It goes back the way you paid.',
  body: [
    heading('Your money back'),
    paragraph(
      `Hello ${first_name}, you get ${formatPrice(amount_kobo)} back for order ${order_id}, ${REASONS[reason]}.`,
    ),
    paragraph(
      how === 'wallet'
        ? `It could not go back the way you paid, so it is in your ${brand.name} wallet, to pay with.`
        : 'It goes back the way you paid. Banks take up to ten business days.',
    ),
  ],
});
