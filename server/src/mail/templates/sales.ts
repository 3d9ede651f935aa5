import { brand } from '@sokuwa/contract/brand.ts';
import type { ReactNode } from 'react';
import type { Mails } from '../mail.ts';
import { heading, paragraph, remark, type Template } from './layout.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
/** 'Thursday 3 December 2026'. */
const formatDay = (iso: string): string => DAY.format(new Date(iso)).replace(',', '');

const formatLines = (lines: Mails['sale_to_ship']['lines']): ReactNode[] =>
  lines.map(({ position, title, quantity }) => paragraph(`${quantity} × ${title} (line ${position})`));

const shipTo = (to: Mails['sale_address_changed']['ship_to']): ReactNode =>
  paragraph(
    `Ship to: ${to.first_name} ${to.last_name}, ${[to.address_line1, to.address_line2, to.address_line3].filter(Boolean).join(', ')}, ${to.city}, ${to.region} ${to.postal_code}, ${to.country}. Phone: ${to.phone_number}.`,
  );
const ONLY_FOR_THIS_PARCEL = remark('Use the address for this parcel only.');

/** How a merchant reports to the shop that a parcel is on its way. */
const howToShip = (fulfilmentId: string): ReactNode =>
  paragraph(
    `When it is on its way, report carrier and tracking number of fulfilment ${fulfilmentId}: with your program, or in a mail to ${brand.email}. The buyer then gets the tracking number.`,
  );

export const saleToShip: Template<Mails['sale_to_ship']> = ({
  store_name,
  order_id,
  fulfilment_id,
  lines,
  ship_by,
  ship_to: to,
}) => ({
  subject: `To ship: order ${order_id}`,
  preview: `Please ship it by ${formatDay(ship_by)}.`,
  body: [
    heading(`A sale for ${store_name}`),
    paragraph(`Order ${order_id} is paid. Please pack and ship it by ${formatDay(ship_by)}:`),
    ...formatLines(lines),
    to ? shipTo(to) : paragraph(`The address is no longer stored. Please write to ${brand.email} before you ship.`),
    howToShip(fulfilment_id),
    ONLY_FOR_THIS_PARCEL,
  ],
});

export const saleAddressChanged: Template<Mails['sale_address_changed']> = ({
  order_id,
  fulfilment_id,
  lines,
  ship_to,
}) => ({
  subject: `New address: order ${order_id}`,
  preview: 'Please ship it to the new address.',
  body: [
    heading('A new delivery address'),
    paragraph(
      `The buyer has changed the delivery address of order ${order_id} (fulfilment ${fulfilment_id}). Please do not use the old one for what is left to ship:`,
    ),
    ...formatLines(lines),
    shipTo(ship_to),
    ONLY_FOR_THIS_PARCEL,
  ],
});

const BY: Record<Mails['sale_cancelled']['by'], string> = { buyer: 'The buyer', shop: brand.name };

export const saleCancelled: Template<Mails['sale_cancelled']> = ({
  order_id,
  fulfilment_id,
  lines,
  by,
  is_complete,
}) => ({
  subject: `Do not ship: order ${order_id} is ${is_complete ? 'cancelled' : 'cancelled in part'}`,
  preview: `${BY[by]} has cancelled it.`,
  body: [
    heading(is_complete ? 'An order is cancelled' : 'A part of an order is cancelled'),
    paragraph(
      `${BY[by]} has cancelled this of order ${order_id} (fulfilment ${fulfilment_id}). Please do not ship it:`,
    ),
    ...formatLines(lines),
    paragraph(is_complete ? 'Nothing of it is left to ship.' : 'Please ship the rest as planned.'),
  ],
});

export const saleOverdue: Template<Mails['sale_overdue']> = ({ order_id, fulfilment_id, lines, ship_by }) => ({
  subject: `Still to ship: order ${order_id}`,
  preview: `It was to be shipped by ${formatDay(ship_by)}.`,
  body: [
    heading('An order waits for you'),
    paragraph(`Order ${order_id} was to be shipped by ${formatDay(ship_by)}. This is left to ship:`),
    ...formatLines(lines),
    howToShip(fulfilment_id),
    remark(`You cannot ship it? Then write to ${brand.email}, so that the buyer gets the money back.`),
  ],
});
