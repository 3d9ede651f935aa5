import type { Mails } from '../mail.ts';
import { heading, paragraph, remark, type Template } from './layout.ts';

export const webhookFailed: Template<Mails['webhook_failed']> = ({ store_name, url, event_type }) => ({
  subject: `Webhooks to ${new URL(url).host} fail`,
  preview: 'A webhook was given up after its last attempt.',
  body: [
    heading('A webhook failed'),
    paragraph(`For two days we tried to send an event (${event_type}) of ${store_name} to this address:`),
    paragraph(url),
    paragraph(
      'We have given up this event. The log of the endpoint shows each attempt. When the address works again, replay what has failed.',
    ),
    remark(
      'We write about this address again only after it has accepted a webhook. If it accepts none for five days, we disable the endpoint.',
    ),
  ],
});

const REASONS: Record<Mails['webhook_disabled']['reason'], string> = {
  gone: 'It responded with 410 Gone.',
  failing: 'It has accepted no webhook for five days.',
};

export const webhookDisabled: Template<Mails['webhook_disabled']> = ({ store_name, url, reason }) => ({
  subject: `Webhooks to ${new URL(url).host} are disabled`,
  preview: REASONS[reason],
  body: [
    heading('Webhooks are disabled'),
    paragraph(`We send no more events of ${store_name} to this address. ${REASONS[reason]}`),
    paragraph(url),
    paragraph('When it works again, enable the endpoint and replay what has failed.'),
  ],
});
