import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template, textLink } from './layout.ts';

/** Emails about changes of an account, so that its owner notices a change that somebody else made. */

const NOT_YOU = `If this was not you, reset your password now and write to ${brand.email}.`;

export const passwordChanged: Template<Mails['password_changed']> = (
  { first_name, link, has_second_factor: hasSecondFactor = false },
  publicUrl,
) => ({
  subject: `Your ${brand.name} password was changed`,
  preview: 'Every device was signed out.',
  body: [
    heading('Your password was changed'),
    paragraph(`Hello ${first_name}, your account has a new password, and every device was signed out.`),
    ...(hasSecondFactor
      ? [
          paragraph(
            'The passkeys and the authenticator app of your account were not changed, and still open the desk. ',
            textLink('Look through them in the desk', `${publicUrl}/desk/`),
            `, and remove what is not yours. If you cannot sign in there, write to ${brand.email}.`,
          ),
        ]
      : []),
    paragraph(NOT_YOU),
    action('Reset Password', link),
    ...(hasSecondFactor ? [] : [remark('If it was you, you need not do anything.')]),
  ],
});

export const signInAdded: Template<Mails['sign_in_added']> = ({ first_name, provider, link }) => ({
  subject: `You can now sign in to ${brand.name} with ${provider}`,
  preview: `A sign-in with ${provider} was added to your account.`,
  body: [
    heading(`Sign-in with ${provider} added`),
    paragraph(
      `Hello ${first_name}, somebody signed in with the ${provider} account of this email address. From now on it opens your ${brand.name} account too.`,
    ),
    paragraph(NOT_YOU),
    action('Reset Password', link),
    remark('If it was you, you need not do anything.'),
  ],
});

export const accountDeleted: Template<Mails['account_deleted']> = ({ first_name, undelivered_orders: orders }) => ({
  subject: `Your ${brand.name} account was deleted`,
  preview: 'Your account and its data are deleted.',
  body: [
    heading('Your account was deleted'),
    paragraph(`Hello ${first_name}, your account and its data are deleted, and every device was signed out.`),
    ...(orders.length > 0
      ? [
          paragraph(
            `We still deliver what you paid for (${orders.join(', ')}), and email you about it. We keep your name, email and address for these orders until they are delivered.`,
          ),
        ]
      : []),
    paragraph(`If this was not you, write to ${brand.email}.`),
  ],
});
