import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template } from './layout.ts';

export const verifyEmail: Template<Mails['verify_email']> = ({ first_name, link }) => ({
  subject: `Verify your email address for ${brand.name}`,
  preview: 'One more step, and you can sign in.',
  body: [
    heading(`Welcome, ${first_name}`),
    paragraph(`Please confirm that this email address is yours. Then you can sign in to ${brand.name}.`),
    action('Confirm Email', link),
    remark('If you did not register, somebody mistyped their email address. You can ignore this email.'),
  ],
});
