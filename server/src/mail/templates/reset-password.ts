import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template } from './layout.ts';

export const resetPassword: Template<Mails['reset_password']> = ({ first_name, link }) => ({
  subject: `Reset your ${brand.name} password`,
  preview: 'Choose a new password.',
  body: [
    heading('Choose a new password'),
    paragraph(`Hello ${first_name}, you asked for a new password. The link works once and expires in an hour.`),
    action('Reset Password', link),
    remark('If you did not ask for this, ignore this email: your password stays the same.'),
  ],
});
