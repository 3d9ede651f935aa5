import { brand } from '@sokuwa/contract/brand.ts';
import type { Block, PageMeta, Topic } from './page-content.ts';

export const head: PageMeta = {
  title: 'About us',
  description: `${brand.name} brings the goods of African markets to kitchens and wardrobes everywhere. What we sell, how we work, and what our name means.`,
};

export const lead = `${brand.name} is a market. Its stalls are in Lagos, Kano, Accra and Nairobi; its door is wherever you open this page.`;

export const vision: Topic = {
  id: 'vision',
  title: 'Our vision',
  blocks: [
    'People who grew up with egusi, aṣọ-òkè or shea butter should be able to buy them wherever they live, at a price that is fair to the people who grew, wove or pressed them.',
    'And people who have never tried them should find them as easily as bread. We want African goods to be everyday shopping: clear prices, honest pictures, reliable delivery.',
  ],
};

export const offer: { id: string; title: string; blocks: readonly Block[]; kinds: readonly GoodsKind[] } = {
  id: 'offer',
  title: 'What we offer',
  blocks: [
    'Five categories of goods, from independent merchants and our own brands. [My Interest](/my-interest) shows what comes next.',
  ],
  kinds: [
    { title: 'Food', text: 'Garri, beans, yam, palm oil, spices and snacks.', picture: '/home/food.webp' },
    { title: 'Fashion', text: 'Ankara by the yard, kaftans, headwear and beads.', picture: '/home/fashion.webp' },
    { title: 'Arts and crafts', text: 'Baskets, drums, carvings and cloth made by hand.', picture: '/home/arts.webp' },
    { title: 'Home and kitchen', text: 'Pots, mortars, bowls and tableware.', picture: '/home/home.webp' },
    { title: 'Health and beauty', text: 'Shea butter, black soap, oils and herbs.', picture: '/home/beauty.webp' },
  ],
};

/** A kind of goods; `picture` is the path of a file in web/public. */
type GoodsKind = { title: string; text: string; picture: string };

export const services: { id: string; title: string; cards: readonly { icon: Icon; title: string; text: string }[] } = {
  id: 'services',
  title: 'What we do for you',
  cards: [
    {
      icon: 'delivery',
      title: 'Delivery worldwide',
      text: 'You see the delivery charges and the estimated delivery time before you pay. We email you a tracking number.',
    },
    {
      icon: 'payment',
      title: 'Safe payment',
      text: 'You pay on our payment provider’s page. Your card number never reaches us.',
    },
    {
      icon: 'returns',
      title: 'Clear returns',
      text: '[Return windows, refunds and what to do](/returnandrefundpolicy), in clear steps.',
    },
    {
      icon: 'help',
      title: 'People who answer',
      text: 'By email, phone and chat. [The Help Center](/help) shows how to reach us.',
    },
  ],
};

/** The icons of the service cards. */
export type Icon = 'delivery' | 'payment' | 'returns' | 'help';

export const why: Topic = {
  id: 'why',
  title: `Why ${brand.name}`,
  blocks: [
    {
      points: [
        'The price in naira and the price in your own currency are shown side by side on every product.',
        'You can search the way you speak: gari or garri, melon seed or egusi, kitenge or ankara.',
        'Each product names its merchant and where it comes from, and you can write to the merchant before you buy.',
        'The shop is fast on basic phones and slow networks, and pages that you have visited open offline.',
      ],
    },
  ],
};

export const commitment: Topic = {
  id: 'commitment',
  title: 'Our commitment',
  blocks: [
    {
      points: [
        'To shoppers: what you see is what you pay, to the kobo; nothing is added later.',
        'To merchants: your name stays on your goods, and your customers can find your store again.',
        'To both: when something goes wrong, we say so, explain what happens next, and do it. [How we settle disputes](/returnandrefundpolicy#disputes).',
        'With your data: we keep only what an order needs. [See what that is](/privacypolicy).',
      ],
    },
  ],
};

/** The meaning of the name (SHELL-4). */
export const name = {
  id: 'name',
  title: 'What our name means',
  words: [
    { word: 'soko', language: 'Swahili', lang: 'sw', meaning: 'market' },
    { word: 'kasuwa', language: 'Hausa', lang: 'ha', meaning: 'market' },
  ],
  blocks: [
    `Two languages from opposite ends of a continent, and one word between them. Say soko in Mombasa or kasuwa in Kano and you will be pointed to the same place: where people meet, look, ask the price, and go home with something good. ${brand.name} is both words in one.`,
  ],
} as const;
