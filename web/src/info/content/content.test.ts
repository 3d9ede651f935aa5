import { describe, expect, it } from 'vitest';
import { listTexts, splitAtLinks } from '../linked-text.ts';
import * as about from './about.ts';
import { dates, facts } from './facts.ts';
import * as faqs from './faqs.ts';
import * as help from './help.ts';
import type { Block, Topic } from './page-content.ts';
import * as privacy from './privacy.ts';
import * as returns from './returns.ts';
import * as terms from './terms.ts';

const topicTexts = (topics: readonly Topic[]) => topics.flatMap(({ blocks }) => listTexts(blocks));
const topicIds = (topics: readonly Topic[]) => topics.map(({ id }) => id);

/** The texts and section ids of each page, by path. */
const pages: Record<string, { texts: string[]; ids: string[]; meta: { title: string; description: string } }> = {
  '/about': {
    texts: [
      ...topicTexts([about.vision, about.why, about.commitment]),
      ...listTexts(about.offer.blocks),
      ...about.services.cards.map(({ text }) => text),
      ...about.name.blocks,
    ],
    ids: [about.vision, about.offer, about.services, about.why, about.commitment, about.name].map(({ id }) => id),
    meta: about.head,
  },
  '/faqs': {
    texts: [...faqs.groups.flatMap(({ topics }) => topicTexts(topics)), ...listTexts(faqs.closing.blocks)],
    ids: faqs.groups.flatMap(({ id, topics }) => [id, ...topicIds(topics)]),
    meta: faqs.head,
  },
  '/help': {
    texts: [...topicTexts(help.guides), ...help.channels.ways.map(({ text }) => text), help.channels.closing],
    ids: [help.channels.id, ...topicIds(help.guides)],
    meta: help.head,
  },
  '/termsandconditions': {
    texts: terms.groups.flatMap(({ topics }) => topicTexts(topics)),
    ids: terms.groups.flatMap(({ id, topics }) => [id, ...topicIds(topics)]),
    meta: terms.head,
  },
  '/privacypolicy': { texts: topicTexts(privacy.sections), ids: topicIds(privacy.sections), meta: privacy.head },
  '/returnandrefundpolicy': {
    texts: topicTexts([...returns.sections, ...returns.disputes.topics]),
    ids: [returns.disputes.id, ...topicIds(returns.sections), ...topicIds(returns.disputes.topics)],
    meta: returns.head,
  },
};
/** Every file that stores something in the browser, with the words of the Privacy Policy about it. */
const STORED: Record<string, string> = {
  'account/remembered-email.ts': 'email address that you typed when you asked for the verification email again',
  'account/sign-in-return-path.ts': 'page to which a sign-in with Google returns',
  // It stores nothing, and looks whether anything is stored.
  'app/known-visitor.ts': 'Clearing the data of this site in your browser removes all of it',
  'cart/cart-counter-host.tsx': 'A guest’s cart',
  'cart/guest-cart.ts': 'A guest’s cart',
  'data-saver/choice.ts': 'whether the data saver is on',
  'geo/price-order.ts': 'converted prices first',
  'lib/country-store.ts': 'The country that you chose',
  'lib/price-order-script.ts': 'converted prices first',
  'lib/token-store.ts': 'The keys of your sign-in',
  'messages/drafts.ts': 'drafts of messages',
  'offline/worker/cache.ts': 'Pages and pictures that you have seen',
  'offline/worker/worker.ts': 'whether the data saver is on',
  'saved/pending-save.ts': 'what you wanted to save',
  'saved/viewed-products.ts': 'products that a guest has viewed',
};

it('the Privacy Policy names everything that the shop stores in the browser', { tags: ['@INFO-50'] }, () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const storage = /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|caches\.open)\b/;
  const storing = Object.entries(sources).flatMap(([path, code]) =>
    storage.test(code) ? [path.replace('../../', '')] : [],
  );
  expect(storing.toSorted()).toEqual(Object.keys(STORED));
  const text = joinTexts('/privacypolicy');
  for (const phrase of Object.values(STORED)) expect(text).toContain(phrase);
  // These cookies are set by the server.
  expect(text).toContain('a cookie that ties the sign-in to this browser');
  expect(text).toContain('a cookie that recognizes this browser when you confirm your email address');
});

/** The sections of each page. */
const topicsOf = {
  FAQs: faqs.groups.flatMap(({ topics }) => topics),
  Help: help.guides,
  Returns: returns.sections,
  Terms: terms.groups.flatMap(({ topics }) => topics),
  Privacy: privacy.sections,
};
const joinTexts = (path: string) => pages[path]?.texts.join('\n') ?? '';

describe.each(Object.entries(pages))('%s', (path, { texts, ids, meta }) => {
  it('has unique section ids that are valid in a URL', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]+$/.test(id))).toEqual([]);
  });

  it('links only to existing pages and sections', () => {
    const hrefs = texts.flatMap((text) => splitAtLinks(text).flatMap(({ href }) => href ?? []));
    const missing = hrefs.filter((href) => {
      if (/^(?:mailto|tel):\S+$/.test(href)) return false;
      const [page = '', id] = href.split('#');
      if (!/^(?:\/[\w/-]*(?:\?[\w=&]+)?)?$/.test(page)) return true;
      return id !== undefined && !pages[page || path]?.ids.includes(id);
    });
    expect(missing).toEqual([]);
  });

  it('has no malformed link', () => {
    const malformed = texts.flatMap((text) => splitAtLinks(text).filter((part) => /[[\]]/.test(part.text)));
    expect(malformed).toEqual([]);
  });

  it('has a title and a description of a length that search engines show', () => {
    expect(meta.title.length).toBeLessThan(60);
    expect(meta.description.length).toBeGreaterThan(50);
    expect(meta.description.length).toBeLessThanOrEqual(160);
  });
});

describe('the information pages', () => {
  const countSteps = (blocks: readonly Block[] | undefined): number[] =>
    (blocks ?? []).flatMap((block) => (typeof block !== 'string' && 'steps' in block ? [block.steps.length] : []));
  const listTitles = (blocks: readonly Block[] | undefined): string[] =>
    (blocks ?? []).flatMap((block) => (typeof block !== 'string' && 'title' in block ? [block.title ?? ''] : []));
  const findGuide = (id: string) => help.guides.find((topic) => topic.id === id)?.blocks;

  it('have the specified dates', { tags: ['@INFO-2', '@INFO-10', '@INFO-28'] }, () => {
    expect(dates).toEqual({
      faqs: '5 December 2024',
      legal: 'November 23, 2024',
      returns: '23 November 2024',
      returnsEffective: '1 January 2025',
    });
  });

  it('have eight groups of questions, and a closing note with the support email', {
    tags: ['@INFO-11', '@INFO-12'],
  }, () => {
    expect(faqs.groups.map(({ title }) => title)).toEqual([
      'Return policy',
      'International shipping',
      'Tracking orders',
      'Ordering and cancelling',
      'Product information',
      'Customer support',
      'Security and privacy',
      'Sales and promotions',
    ]);
    expect(listTexts(faqs.closing.blocks).join()).toContain('](mailto:');
  });

  it('have five guides: an order in eight steps, five ways to pay, track, cancel, return', {
    tags: ['@INFO-18', '@INFO-19', '@INFO-20', '@INFO-21', '@INFO-22', '@INFO-24'],
  }, () => {
    expect(help.guides.map(({ title }) => title)).toEqual([
      'Place an order',
      'Make payment',
      'Track orders',
      'Cancel orders',
      'Return an item',
    ]);
    expect(countSteps(findGuide('place-order'))).toEqual([8]);
    expect(listTitles(findGuide('make-payment'))).toEqual([
      'Card',
      'Transfer',
      'Bank account number',
      'QR code',
      'Mobile wallet app',
    ]);
    expect(help.channels.ways.map(({ title }) => title)).toEqual(['Live Chat', 'Call Us']);
  });

  it.each([
    ['FAQs', 'return-window'],
    ['Returns', 'windows'],
  ] as const)('state all return windows in one section: %s', { tags: ['@INFO-32', '@INFO-33'] }, (page, section) => {
    const text = listTexts(topicsOf[page].find(({ id }) => id === section)?.blocks ?? []).join(' ');
    expect(text).toMatch(/30 days.*unused.*original condition, with packaging, tags and accessories/i);
    expect(text).toMatch(/something is wrong/i);
    expect(text).toMatch(/7 days from delivery.*non-perishable items.*24 hours.*perishable/i);
    expect(text).toMatch(/perishable.*whatever the reason/i);
    expect(text).not.toMatch(/write to/i);
  });

  it.each([
    ['FAQs', 'how-to-return'],
    ['Returns', 'how'],
    ['Help', 'return-item'],
  ] as const)(
    'describe a return from the page of its order: %s',
    { tags: ['@INFO-22', '@INFO-51'] },
    (page, section) => {
      const text = listTexts(topicsOf[page].find(({ id }) => id === section)?.blocks ?? []).join(' ');
      expect(text).toMatch(/My Orders.*View Details.*press Return items.*decides within 3 days; otherwise we do/);
      expect(text).toMatch(/Declined\? Press Ask Us To Decide.*within 7 days\. Our decision is final/);
      expect(text).not.toContain('mailto:');
    },
  );

  it('state the same periods and opening hours on every page', { tags: ['@INFO-3'] }, () => {
    const specified = Object.values(facts).join('; ');
    const durations = Object.keys(pages).flatMap((path) => [
      ...joinTexts(path).matchAll(/\d+(?: to \d+)? (?:business )?(?:days|hours|minutes)|\d+ [AP]M to \d+ [AP]M/g),
    ]);
    expect(durations.length).toBeGreaterThan(15);
    expect(durations.filter(([duration]) => !specified.includes(duration)).map(String)).toEqual([]);
  });

  for (const { page, section, expected, tags } of [
    {
      page: 'FAQs',
      section: 'ways-to-pay',
      tags: ['@INFO-16'],
      expected: ['Card', 'Bank transfer', 'bank account number', 'QR code', 'mobile wallet app', 'PayPal'],
    },
    {
      page: 'FAQs',
      section: 'refund-time',
      tags: ['@INFO-34', '@INFO-35'],
      expected: [
        'Within 5 to 10 business days after we have received and inspected the item',
        'original payment method, or to your [wallet](/wallet) as credit',
        'Refunds for perishable items may be partial',
      ],
    },
    { page: 'FAQs', section: 'exchange', expected: ['Not directly', 'Return the item'], tags: ['@INFO-36'] },
    {
      page: 'FAQs',
      section: 'return-shipping',
      tags: ['@INFO-37'],
      expected: ['We do when the item is defective, damaged', 'If you changed your mind, the return may cost a fee'],
    },
    { page: 'FAQs', section: 'where-we-ship', expected: ['We ship worldwide'], tags: ['@INFO-38'] },
    {
      page: 'FAQs',
      section: 'where-is-my-order',
      tags: ['@INFO-39'],
      expected: ['After shipment we email you a tracking number'],
    },
    {
      page: 'FAQs',
      section: 'duties',
      tags: ['@INFO-40'],
      expected: ['Import duties and taxes are your responsibility'],
    },
    {
      page: 'FAQs',
      section: 'cancel',
      tags: ['@INFO-15', '@INFO-41'],
      expected: ['Yes, until it is shipped', 'Once shipped, an order cannot be cancelled'],
    },
    {
      page: 'FAQs',
      section: 'change-address',
      tags: ['@INFO-42'],
      expected: ['until the order is shipped', 'After shipment the address cannot be changed'],
    },
    {
      page: 'FAQs',
      section: 'add-items',
      tags: ['@INFO-43'],
      expected: ['No items can be added after an order is confirmed'],
    },
    { page: 'FAQs', section: 'several-codes', expected: ['one discount code per order'], tags: ['@INFO-44'] },
    {
      page: 'FAQs',
      section: 'support-hours',
      tags: ['@SUPPORT-5', '@SUPPORT-6', '@SUPPORT-7', '@INFO-45'],
      expected: ['Monday to Friday, 9 AM to 6 PM West African Time', '24 hours on weekdays', 'Live chat is open 24/7'],
    },
    { page: 'FAQs', section: 'minimum-age', expected: ['children under 13'], tags: ['@INFO-27'] },
    {
      page: 'Returns',
      section: 'refunds',
      tags: ['@INFO-34', '@INFO-35'],
      expected: [
        'within 5 to 10 business days after we have received and inspected the returned item',
        'original payment method, or to your [wallet](/wallet) as credit',
        'Refunds for perishable items may be partial',
      ],
    },
    { page: 'Returns', section: 'exchanges', expected: ['There are no direct exchanges'], tags: ['@INFO-36'] },
    {
      page: 'Returns',
      section: 'shipping-cost',
      tags: ['@INFO-37'],
      expected: ['We do, when the item is defective, damaged or wrong', 'If you changed your mind, fees may apply'],
    },
    {
      page: 'Returns',
      section: 'agreement',
      tags: ['@INFO-28', '@INFO-29'],
      expected: ['in effect since 1 January 2025', 'By using Sokuwa, you agree to it'],
    },
    { page: 'Returns', section: 'cancelling', expected: ['cannot be cancelled once shipped'], tags: ['@INFO-41'] },
    { page: 'Terms', section: 'duties', expected: ['They are the customer’s responsibility'], tags: ['@INFO-40'] },
    {
      page: 'Terms',
      section: 'orders',
      tags: ['@INFO-41', '@INFO-43', '@INFO-44'],
      expected: [
        'No items can be added after confirmation',
        'Orders can be cancelled until they are shipped, not after',
        'One discount code can be used per order',
      ],
    },
    {
      page: 'Terms',
      section: 'delivery',
      tags: ['@INFO-38', '@INFO-39', '@INFO-42'],
      expected: [
        'We ship worldwide',
        'A tracking number comes by email after shipment',
        'The address can be changed only before shipping',
      ],
    },
    {
      page: 'Help',
      section: 'track-orders',
      tags: ['@INFO-20'],
      expected: ['Account menu', 'Track Order', 'Enter the order code'],
    },
    {
      page: 'Help',
      section: 'cancel-orders',
      tags: ['@INFO-21'],
      expected: ['Account menu and choose My Orders', 'Press View Details', 'Press Cancel Order, then Proceed'],
    },
    { page: 'Privacy', section: 'children', expected: ['children under 13'], tags: ['@INFO-27'] },
  ] as const)
    it(`${page}, ${section}: ${expected.join('; ')}`, { tags: [...tags] }, () => {
      const topic = topicsOf[page].find(({ id }) => id === section);
      const text = listTexts(topic?.blocks ?? []).join('\n');
      for (const part of expected) expect(text).toContain(part);
    });

  it('give the channels their hours', { tags: ['@SUPPORT-5', '@SUPPORT-7', '@INFO-24', '@INFO-45'] }, () => {
    const texts = Object.fromEntries(help.channels.ways.map(({ title, text }) => [title, text]));
    expect(texts['Live Chat']).toContain('Open 24/7');
    expect(texts['Call Us']).toBe('Monday to Friday, 9 AM to 6 PM West African Time.');
  });

  it('explain the two words of the name', { tags: ['@SHELL-4'] }, () => {
    expect(about.name.words.map(({ word, language, meaning }) => `${word} ${language} ${meaning}`)).toEqual([
      'soko Swahili market',
      'kasuwa Hausa market',
    ]);
  });
});
