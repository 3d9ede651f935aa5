import type { ReactNode } from 'react';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template } from './layout.ts';

/** What has happened, the sentence of whoever took the step, the items, and what happens next. */
const stepOf = ({
  happened,
  next,
  note,
  pieces,
  order_id,
}: Mails['return_to_buyer' | 'return_to_merchant']): ReactNode[] => [
  paragraph(happened),
  ...(note ? [paragraph(`“${note}”`)] : []),
  paragraph(`Order ${order_id}:`),
  ...pieces.map(({ title, quantity }) => paragraph(`${quantity} × ${title}`)),
  ...(next ? [paragraph(next)] : []),
];

export const returnToBuyer: Template<Mails['return_to_buyer']> = ({ first_name, ...step }, publicUrl) => ({
  subject: `Your return ${step.return_id}`,
  preview: step.happened,
  body: [
    heading('Your return'),
    paragraph(`Hello ${first_name},`),
    ...stepOf({ first_name, ...step }),
    action('View Your Return', `${publicUrl}/order/details/${step.order_id}#returns`),
  ],
});

export const returnToMerchant: Template<Mails['return_to_merchant']> = ({ store_name, ...step }) => ({
  subject: `Return ${step.return_id}`,
  preview: step.happened,
  body: [
    heading('A return'),
    paragraph(`Hello ${store_name},`),
    ...stepOf({ store_name, ...step }),
    remark('Pictures and all steps of the return are on your seller site.'),
  ],
});
