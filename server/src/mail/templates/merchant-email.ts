import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { heading, paragraph, remark, type Template } from './layout.ts';

const describe = ({ old_email, new_email }: Mails['merchant_email_changed']): string => {
  if (new_email === null)
    return `${brand.name} does not write to ${old_email} any more, and has no other address of yours.`;
  return old_email === null
    ? `from now on ${brand.name} writes to ${new_email}.`
    : `from now on ${brand.name} writes to ${new_email} instead of ${old_email}.`;
};

export const merchantEmailChanged: Template<Mails['merchant_email_changed']> = (change) => ({
  subject: `The email address of ${change.store_name} was changed`,
  preview: 'Somebody changed the address of your store.',
  body: [
    heading('Your email address was changed'),
    paragraph(`Hello ${change.store_name}, ${describe(change)}`),
    paragraph(
      `If this was not you, revoke the tokens of your programs and write to ${brand.email} now: whoever changed the address may change your bank account next.`,
    ),
    remark(
      'If it was you, you need not do anything. For three days, mails about your bank account go to the former address too.',
    ),
  ],
});
