import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { heading, paragraph, remark, type Template } from './layout.ts';

const NOT_YOU = `If this was not you, write to ${brand.email} now.`;
/** '2026-12-24 18:00 UTC'. */
const formatInstant = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

export const bankAccountChanged: Template<Mails['bank_account_changed']> = ({
  store_name,
  old_digits,
  new_digits,
  effective_at,
}) => ({
  subject: `The bank account of ${store_name} ${old_digits === null ? 'was entered' : 'is changing'}`,
  preview: `Payouts go to the account that ends with ${new_digits}.`,
  body: [
    heading(old_digits === null ? 'Your bank account was entered' : 'Your bank account is changing'),
    paragraph(
      old_digits === null
        ? `Hello ${store_name}, ${brand.name} pays you to the bank account that ends with ${new_digits}.`
        : `Hello ${store_name}, from ${formatInstant(effective_at)} ${brand.name} pays you to the bank account that ends with ${new_digits}. Until then payouts go to the account that ends with ${old_digits}.`,
    ),
    paragraph(NOT_YOU),
    remark(
      old_digits === null
        ? 'If it was you, you need not do anything.'
        : 'If it was you, you need not do anything. Until it takes effect you can revoke the change.',
    ),
  ],
});

export const bankAccountRevoked: Template<Mails['bank_account_revoked']> = ({
  store_name,
  old_digits,
  new_digits,
}) => ({
  subject: `The bank account of ${store_name} stays as it is`,
  preview: `The change to the account that ends with ${new_digits} was revoked.`,
  body: [
    heading('The change of your bank account was revoked'),
    paragraph(
      `Hello ${store_name}, the change to the bank account that ends with ${new_digits} was revoked. ${brand.name} still pays you to the account that ends with ${old_digits}.`,
    ),
    paragraph(NOT_YOU),
  ],
});
