import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { heading, paragraph, type Template } from './layout.ts';

export const welcome: Template<Mails['welcome']> = ({ first_name }) => ({
  subject: `Welcome to ${brand.name}`,
  preview: 'Your account is ready.',
  body: [
    heading(`Welcome, ${first_name}`),
    paragraph(`Your account is ready. ${brand.tagline}`),
    paragraph('Your cart is the same on every device where you sign in.'),
  ],
});
