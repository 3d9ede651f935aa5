import { brand } from '@sokuwa/contract/brand.ts';
import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import type { ReactNode } from 'react';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template, textLink } from './layout.ts';

/** The button that opens the order's page. */
const viewOrder = (publicUrl: string, orderId: string): ReactNode =>
  action('View Your Order', `${publicUrl}/order/details/${orderId}`);

/** The estimate that the buyer saw at the checkout. Older orders and emails queued by an earlier version have none. */
const estimate = (duration: string | undefined): ReactNode[] =>
  duration ? [paragraph(`Estimated delivery: ${duration}.`)] : [];

/** '2 Dec 2026'. */
const formatDay = (date: string): string => new Date(date).toUTCString().slice(5, 16).replace(/^0/, '');

const expectation = (expected: { from: string; to: string } | null | undefined): ReactNode[] => {
  if (!expected) return [];
  const { from, to } = expected;
  const days = from === to ? `on ${formatDay(to)}` : `between ${formatDay(from)} and ${formatDay(to)}`;
  return [paragraph(`Expected to arrive ${days}, with the time that the merchants need to pack.`)];
};

const describeAddress = (to: Mails['order_confirmed']['ship_to']): string => {
  const lines = [to.address_line1, to.address_line2, to.address_line3].filter(Boolean).join(', ');
  return `Delivery address: ${to.first_name} ${to.last_name}, ${lines}, ${to.city}, ${to.region} ${to.postal_code}, ${to.country}. Phone: ${to.phone_number}.`;
};

export const orderConfirmed: Template<Mails['order_confirmed']> = (order, publicUrl) => {
  const { discount_kobo } = order;
  return {
    subject: `Your ${brand.name} order ${order.order_id}`,
    preview: `We received your payment of ${formatNaira(order.total_kobo)}.`,
    body: [
      heading(`Thank you, ${order.first_name}`),
      paragraph(`We received your payment and are preparing order ${order.order_id}.`),
      ...estimate(order.estimated_delivery),
      ...expectation(order.expected_delivery),
      viewOrder(publicUrl, order.order_id),
      ...order.lines.map(({ title, quantity, unit_kobo }) =>
        paragraph(`${quantity} × ${title}: ${formatNaira(kobo(unit_kobo * quantity))}`),
      ),
      paragraph(`Items: ${formatNaira(order.subtotal_kobo)}`),
      ...(discount_kobo > 0 ? [paragraph(`Discount: -${formatNaira(discount_kobo)}`)] : []),
      paragraph(`Delivery: ${formatNaira(order.shipment_kobo)}`),
      paragraph(
        `Total: ${formatNaira(order.total_kobo)}${order.converted_total ? ` (about ${order.converted_total})` : ''}`,
      ),
      ...(order.credit_kobo > 0 ? [paragraph(`Paid from your wallet: ${formatNaira(order.credit_kobo)}`)] : []),
      paragraph(describeAddress(order.ship_to)),
      remark('You can cancel the order on its page until it ships. We will email you the tracking number then.'),
    ],
  };
};

export const orderShipped: Template<Mails['order_shipped']> = (
  {
    first_name,
    order_id,
    tracking_number,
    estimated_delivery,
    expected_delivery,
    carrier = null,
    tracking_url = null,
    pieces = [],
  },
  publicUrl,
) => ({
  subject: `Your order ${order_id} is on its way`,
  preview: `Tracking number ${tracking_number}.`,
  body: [
    heading('Your order is on its way'),
    paragraph(
      pieces.length > 0
        ? `Hello ${first_name}, a parcel of order ${order_id} is on its way. It contains:`
        : `Hello ${first_name}, we have shipped order ${order_id}.`,
    ),
    ...pieces.map(({ title, quantity }) => paragraph(`${quantity} × ${title}`)),
    ...(carrier === null ? [] : [paragraph(`Carrier: ${carrier}`)]),
    paragraph(`Tracking number: ${tracking_number}`),
    ...(tracking_url === null ? [] : [paragraph(textLink('Follow the parcel', tracking_url))]),
    ...estimate(estimated_delivery),
    ...expectation(expected_delivery),
    viewOrder(publicUrl, order_id),
    remark('The carrier may charge import duties and taxes on delivery.'),
  ],
});

export const orderAddressChanged: Template<Mails['order_address_changed']> = (
  { first_name, order_id, ship_to, expected_delivery, by = 'buyer' },
  publicUrl,
) => ({
  subject: `Your order ${order_id} has a new delivery address`,
  preview: `It goes to ${ship_to.address_line1}, ${ship_to.city}.`,
  body: [
    heading('The new delivery address'),
    paragraph(
      `Hello ${first_name}, ${by === 'buyer' ? 'you have' : 'we have'} changed the delivery address of order ${order_id}.`,
    ),
    paragraph(describeAddress(ship_to)),
    ...expectation(expected_delivery),
    viewOrder(publicUrl, order_id),
    remark(
      by === 'buyer'
        ? 'Was this not you? Cancel the order on its page, and set a new password.'
        : 'Is the address wrong? Write to us before the order is shipped.',
    ),
  ],
});

export const orderDelivered: Template<Mails['order_delivered']> = ({ first_name, order_id }, publicUrl) => ({
  subject: `Your order ${order_id} was delivered`,
  preview: 'We hope you like it.',
  body: [
    heading('Your order was delivered'),
    paragraph(`Hello ${first_name}, order ${order_id} was delivered. We hope you like it.`),
    viewOrder(publicUrl, order_id),
    remark(
      'Is something wrong? Our ',
      textLink('Return and Refund Policy', `${publicUrl}/returnandrefundpolicy`),
      ' explains what to do.',
    ),
  ],
});

export const orderCancelled: Template<Mails['order_cancelled']> = ({ first_name, order_id, paid }, publicUrl) => ({
  subject: `Your order ${order_id} is cancelled`,
  preview: paid ? 'We will refund what you paid.' : 'No payment was taken.',
  body: [
    heading('Your order is cancelled'),
    paragraph(`Hello ${first_name}, order ${order_id} is cancelled.`),
    paragraph(
      paid ? 'We will refund what you paid, and email you when the refund is on its way.' : 'No payment was taken.',
    ),
    viewOrder(publicUrl, order_id),
  ],
});

const REASONS: Record<Mails['order_refunded' | 'order_part_refunded']['reason'], string> = {
  cancelled: 'because it was cancelled',
  'too late': 'because your payment arrived after the order had expired, and its items are sold out',
  'paid twice': 'because it was already paid',
  'not as asked': 'because you paid a different amount than was due',
  'pieces cancelled': 'because a part of it was cancelled',
  returned: 'because you returned a part of it',
  goodwill: 'as a gesture of goodwill',
};

/** What the buyer can expect of the pieces that are not cancelled. */
const REST_TEXTS: Record<Mails['order_pieces_cancelled']['status'], string> = {
  Paid: 'We will send the rest of your order as planned.',
  Shipped: 'The rest of your order has been shipped.',
  Delivered: 'The rest of your order was delivered.',
};

export const orderPiecesCancelled: Template<Mails['order_pieces_cancelled']> = (
  { first_name, order_id, pieces, to_payment_kobo, to_wallet_kobo, status },
  publicUrl,
) => ({
  subject: `A part of your order ${order_id} is cancelled`,
  preview: 'We refund what you paid for it.',
  body: [
    heading('A part of your order is cancelled'),
    paragraph(`Hello ${first_name}, the merchant cannot send these items of order ${order_id}:`),
    ...pieces.map(({ title, quantity }) => paragraph(`${quantity} × ${title}`)),
    ...(to_payment_kobo > 0
      ? [
          paragraph(
            `We refund ${formatNaira(to_payment_kobo)} to your original payment method. Banks take up to ten business days.`,
          ),
        ]
      : []),
    ...(to_wallet_kobo > 0
      ? [paragraph(`${formatNaira(to_wallet_kobo)} is in your ${brand.name} wallet again. You can use it at checkout.`)]
      : []),
    paragraph(REST_TEXTS[status]),
    viewOrder(publicUrl, order_id),
  ],
});

/**
 * Whether the provider could not make the refund. Release 1.0 did not say so: it mailed a refund into the wallet of these reasons only for that,
 * and one of a cancellation for the credit of the order too.
 */
const isInstead = ({ reason, instead }: Mails['order_refunded' | 'order_part_refunded']): boolean =>
  instead ?? (reason === 'too late' || reason === 'paid twice' || reason === 'not as asked');

export const orderRefunded: Template<Mails['order_refunded' | 'order_part_refunded']> = (mail, publicUrl) => {
  const { first_name, order_id, amount_kobo, reason, how } = mail;
  const inWallet = `${isInstead(mail) ? 'We could not refund it to your original payment method, so it' : 'It'} is in your ${brand.name} wallet.`;
  return {
    subject: `${formatNaira(amount_kobo)} back for your order ${order_id}`,
    preview: how === 'wallet' ? `It is in your ${brand.name} wallet.` : 'It goes back to your original payment method.',
    body: [
      heading('Your refund'),
      paragraph(
        `Hello ${first_name}, we are refunding ${formatNaira(amount_kobo)} for order ${order_id}, ${REASONS[reason]}.`,
      ),
      paragraph(
        how === 'wallet'
          ? `${inWallet} You can use it at checkout.`
          : 'It goes back to your original payment method. Banks take up to ten business days.',
      ),
      viewOrder(publicUrl, order_id),
    ],
  };
};
