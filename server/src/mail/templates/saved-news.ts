import { brand } from '@sokuwa/contract/brand.ts';
import { formatNaira } from '@sokuwa/contract/money.ts';
import type { Mails } from '../mail.ts';
import { heading, paragraph, remark, type Template, textLink } from './layout.ts';

type Item = Mails['saved_news']['items'][number];

const formatSentence = ({ price_kobo, was_kobo, is_back }: Item): string => {
  const price = formatNaira(price_kobo);
  const now = was_kobo === null ? `for ${price}` : `now ${price}, was ${formatNaira(was_kobo)}`;
  return is_back ? `back in stock, ${now}` : now;
};

export const savedNews: Template<Mails['saved_news']> = ({ first_name, items, more, stop_page, stop_call }) => {
  const back = items.some(({ is_back }) => is_back);
  const cheaper = items.some(({ was_kobo }) => was_kobo !== null);
  const what = [back && 'back in stock', cheaper && 'cheaper'].filter(Boolean).join(' or ');
  return {
    subject: `Your saved items: ${what}`,
    preview: items.map(({ title }) => title).join(', '),
    unsubscribe: stop_call,
    body: [
      heading(`Good news, ${first_name}`),
      paragraph(`Some of what you saved on ${brand.name} is ${what}.`),
      ...items.map((item) => paragraph(textLink(item.title, item.link), `: ${formatSentence(item)}.`)),
      ...(more > 0 ? [paragraph(`And ${more} more of your saved items.`)] : []),
      remark('You get at most one of these emails a day. ', textLink('Stop these emails', stop_page)),
    ],
  };
};
