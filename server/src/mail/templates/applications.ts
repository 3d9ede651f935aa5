import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template } from './layout.ts';

/** Emails about applications for a store. */

export const applicationApproved: Template<Mails['application_approved']> = ({ first_name, store_name, link }) => ({
  subject: `${store_name} is open on ${brand.name}`,
  preview: 'Your store was approved.',
  body: [
    heading('Your store is open'),
    paragraph(
      `Hello ${first_name}, ${store_name} was approved. The products that you have prepared are in the shop now.`,
    ),
    action('See the First Steps', link),
  ],
});

export const applicationDeclined: Template<Mails['application_declined']> = ({
  first_name,
  store_name,
  reason,
  link,
}) => ({
  subject: `Your application for ${store_name}`,
  preview: 'Your store was not approved yet.',
  body: [
    heading('Your store was not approved'),
    paragraph(`Hello ${first_name}, we cannot approve ${store_name} as it is. This is why:`),
    paragraph(reason),
    action('Change the Application', link),
    remark('Nothing that you have entered or prepared is lost. Change the application, and send it again.'),
  ],
});
