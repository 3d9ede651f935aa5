import { brand } from '@sokuwa/contract/brand.ts';
import type { ReactNode } from 'react';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template } from './layout.ts';

/** User text as one paragraph per line. */
const paragraphsOf = (content: string): ReactNode[] =>
  content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => paragraph(line));
const renderProduct = (product: string | null): ReactNode[] => (product === null ? [] : [remark(`About: ${product}`)]);

export const messageToBuyer: Template<Mails['message_to_buyer']> = (mail) => ({
  subject: `${mail.store_name} wrote to you: ${mail.subject}`,
  preview: mail.content.slice(0, 120),
  body: [
    heading(mail.subject),
    paragraph(`Hello ${mail.first_name}, ${mail.store_name} wrote to you:`),
    ...paragraphsOf(mail.content),
    ...renderProduct(mail.product),
    action('Read And Reply', mail.link),
    remark('You get this email because you have not read the message yet. Please reply in the shop, not by email.'),
  ],
});

export const messageToMerchant: Template<Mails['message_to_merchant']> = (mail) => ({
  subject: `${mail.buyer_name} wrote to ${mail.store_name}: ${mail.subject}`,
  preview: mail.content.slice(0, 120),
  body: [
    heading(mail.subject),
    paragraph(`Hello ${mail.store_name}, ${mail.buyer_name} wrote to you on ${brand.name}:`),
    ...paragraphsOf(mail.content),
    ...renderProduct(mail.product),
    action('Read And Reply', mail.link),
    remark('You get this email because the message has not been read yet. Please reply there, not by email.'),
  ],
});

export const supportMessage: Template<Mails['support_message']> = (mail) => ({
  subject: `[Contact] ${mail.subject}`,
  preview: `${mail.full_name} <${mail.email}>`,
  body: [
    heading(mail.subject),
    paragraph(`From: ${mail.full_name} <${mail.email}>`),
    ...paragraphsOf(mail.content),
    remark(`Sent with the contact form on ${mail.written_at}. A reply to this email goes to the sender.`),
  ],
});
