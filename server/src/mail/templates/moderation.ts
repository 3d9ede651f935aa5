import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template } from './layout.ts';

type Data = Mails['product_moderated'];

const openings: Record<Data['decision'], (data: Data) => { subject: string; heading: string; text: string }> = {
  taken_down: ({ title }) => ({
    subject: `“${title}” was taken down`,
    heading: 'A product was taken down',
    text: `we have taken “${title}” out of the shop. This is why:`,
  }),
  kept_down: ({ title }) => ({
    subject: `“${title}” stays out of the shop`,
    heading: 'A product stays out of the shop',
    text: `we have looked at “${title}” again, and it cannot come back as it is. This is why:`,
  }),
  merged: ({ title, reason }) => ({
    subject: `“${title}” was merged`,
    heading: 'Two products were merged',
    text: `“${title}” was in your store twice, so we have merged it into “${reason}”. Its address leads there, and shoppers who had saved it, or had it in their cart, have the other one now.`,
  }),
  put_back: ({ title, is_live }) => ({
    subject: `“${title}” may be sold again`,
    heading: 'A product may be sold again',
    text: is_live
      ? `“${title}” is in the shop again.`
      : `“${title}” may be sold again. It is not in the shop yet: open it, and put it there.`,
  }),
};

/** What operators decide about a merchant's product. */
export const productModerated: Template<Data> = (data) => {
  const { store_name, decision, reason, link } = data;
  const { subject, heading: title, text } = openings[decision](data);
  return {
    subject,
    preview: title,
    body: [
      heading(title),
      paragraph(`Hello ${store_name}, ${text}`),
      ...(reason === '' || decision === 'merged' ? [] : [paragraph(reason)]),
      action('Open the Product', link),
      ...(decision === 'put_back' || decision === 'merged'
        ? []
        : [remark('Nothing is lost. Change the product, and ask us there to look at it again.')]),
    ],
  };
};
