import { describe, expect, it } from 'vitest';
import { stretches, textsOf } from '../words.ts';
import * as about from './about.ts';
import { dates, facts } from './facts.ts';
import * as faqs from './faqs.ts';
import * as help from './help.ts';
import type { Block, Topic } from './page-content.ts';
import * as privacy from './privacy.ts';
import * as returns from './returns.ts';
import * as terms from './terms.ts';

const topicTexts = (topics: readonly Topic[]) => topics.flatMap(({ blocks }) => textsOf(blocks));
const topicIds = (topics: readonly Topic[]) => topics.map(({ id }) => id);

/** What each page says and which places it has, by its address. */
const pages: Record<string, { texts: string[]; ids: string[]; words: { title: string; description: string } }> = {
  '/about': {
    texts: [
      ...topicTexts([about.vision, about.why, about.commitment]),
      ...textsOf(about.offer.blocks),
      ...about.services.cards.map(({ words }) => words),
      ...about.name.blocks,
    ],
    ids: [about.vision, about.offer, about.services, about.why, about.commitment, about.name].map(({ id }) => id),
    words: about.head,
  },
  '/faqs': {
    texts: [...faqs.groups.flatMap(({ topics }) => topicTexts(topics)), ...textsOf(faqs.closing.blocks)],
    ids: faqs.groups.flatMap(({ id, topics }) => [id, ...topicIds(topics)]),
    words: faqs.head,
  },
  '/help': {
    texts: [...topicTexts(help.guides), ...help.channels.ways.map(({ words }) => words), help.channels.closing],
    ids: [help.channels.id, ...topicIds(help.guides)],
    words: help.head,
  },
  '/termsandconditions': {
    texts: terms.groups.flatMap(({ topics }) => topicTexts(topics)),
    ids: terms.groups.flatMap(({ id, topics }) => [id, ...topicIds(topics)]),
    words: terms.head,
  },
  '/privacypolicy': { texts: topicTexts(privacy.sections), ids: topicIds(privacy.sections), words: privacy.head },
  '/returnandrefundpolicy': {
    texts: topicTexts([...returns.sections, ...returns.disputes.topics]),
    ids: [returns.disputes.id, ...topicIds(returns.sections), ...topicIds(returns.disputes.topics)],
    words: returns.head,
  },
};
const said = (path: string) => pages[path]?.texts.join('\n') ?? '';

describe.each(Object.entries(pages))('%s', (path, { texts, ids, words }) => {
  it('names each of its places once, in letters that an address can carry', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]+$/.test(id))).toEqual([]);
  });

  it('links only to places that there are', () => {
    const hrefs = texts.flatMap((text) => stretches(text).flatMap(({ href }) => href ?? []));
    const missing = hrefs.filter((href) => {
      if (/^(?:mailto|tel):\S+$/.test(href)) return false;
      const [page = '', place] = href.split('#');
      if (!/^(?:\/[\w/-]*(?:\?[\w=&]+)?)?$/.test(page)) return true;
      return place !== undefined && !pages[page || path]?.ids.includes(place);
    });
    expect(missing).toEqual([]);
  });

  it('leaves no bracket of a link in its words', () => {
    const left = texts.flatMap((text) => stretches(text).filter(({ words }) => /[[\]]/.test(words)));
    expect(left).toEqual([]);
  });

  it('describes itself in as much as a search engine shows', () => {
    expect(words.title.length).toBeLessThan(60);
    expect(words.description.length).toBeGreaterThan(50);
    expect(words.description.length).toBeLessThanOrEqual(160);
  });
});

describe('the facts of the specification', () => {
  const stepsOf = (blocks: readonly Block[] | undefined): number[] =>
    (blocks ?? []).flatMap((block) => (typeof block !== 'string' && 'steps' in block ? [block.steps.length] : []));
  const titlesOf = (blocks: readonly Block[] | undefined): string[] =>
    (blocks ?? []).flatMap((block) => (typeof block !== 'string' && 'title' in block ? [block.title ?? ''] : []));
  const guide = (id: string) => help.guides.find((topic) => topic.id === id)?.blocks;

  it('have their dates', { tags: ['@INFO-2', '@INFO-10', '@INFO-28'] }, () => {
    expect(dates).toEqual({
      faqs: '5 December 2024',
      legal: 'November 23, 2024',
      returns: '23 November 2024',
      returnsEffective: '1 January 2025',
    });
  });

  it('make eight groups of questions, and a closing note with the support e-mail', {
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
    expect(textsOf(faqs.closing.blocks).join()).toContain('](mailto:');
  });

  it('make five guides: an order in eight steps, five ways to pay, track, cancel, return', {
    tags: ['@INFO-18', '@INFO-19', '@INFO-20', '@INFO-21', '@INFO-22', '@INFO-24'],
  }, () => {
    expect(help.guides.map(({ title }) => title)).toEqual([
      'Place an order',
      'Make payment',
      'Track orders',
      'Cancel orders',
      'Return an item',
    ]);
    expect(stepsOf(guide('place-order'))).toEqual([8]);
    expect(titlesOf(guide('make-payment'))).toEqual([
      'Card',
      'Transfer',
      'Bank account number',
      'QR code',
      'Mobile wallet app',
    ]);
    expect(help.channels.ways.map(({ title }) => title)).toEqual(['Live Chat', 'Call Us']);
  });

  it.each(['/faqs', '/returnandrefundpolicy'])(
    'give both readings of the return window: %s',
    { tags: ['@INFO-32', '@INFO-33'] },
    (path) => {
      for (const time of ['30 days', '7 days', '24 hours']) expect(said(path)).toContain(time);
      for (const part of ['unused', 'original condition', 'packaging, tags and accessories', 'perishable'])
        expect(said(path)).toContain(part);
    },
  );

  it('state the same windows, times and hours on every page', { tags: ['@INFO-3'] }, () => {
    const stated = Object.values(facts).join('; ');
    const durations = Object.keys(pages).flatMap((path) => [
      ...said(path).matchAll(/\d+(?: to \d+)? (?:business )?(?:days|hours|minutes)|\d+ [AP]M to \d+ [AP]M/g),
    ]);
    expect(durations.length).toBeGreaterThan(15);
    expect(durations.filter(([duration]) => !stated.includes(duration)).map(String)).toEqual([]);
  });

  for (const { path, says, tags } of [
    {
      path: '/faqs',
      says: ['PayPal', 'QR code', 'mobile wallet app', 'bank account number', 'Card', 'transfer'],
      tags: ['@INFO-16'],
    },
    { path: '/faqs', says: ['5 to 10 business days', 'received and inspected', 'credit'], tags: ['@INFO-34'] },
    { path: '/faqs', says: ['may be partial'], tags: ['@INFO-35'] },
    { path: '/faqs', says: ['Not directly'], tags: ['@INFO-36'] },
    { path: '/faqs', says: ['worldwide'], tags: ['@INFO-38'] },
    { path: '/faqs', says: ['tracking number'], tags: ['@INFO-39'] },
    { path: '/faqs', says: ['Once shipped, an order can not be cancelled'], tags: ['@INFO-15', '@INFO-41'] },
    { path: '/faqs', says: ['until the order is shipped'], tags: ['@INFO-42'] },
    { path: '/faqs', says: ['not after it is confirmed'], tags: ['@INFO-43'] },
    { path: '/faqs', says: ['One code for each order'], tags: ['@INFO-44'] },
    {
      path: '/faqs',
      says: [facts.supportHours, '24 hours on weekdays', '24/7'],
      tags: ['@SUPPORT-5', '@SUPPORT-6', '@SUPPORT-7', '@INFO-45'],
    },
    { path: '/faqs', says: ['children under 13'], tags: ['@INFO-27'] },
    { path: '/returnandrefundpolicy', says: ['5 to 10 business days', 'wallet'], tags: ['@INFO-34'] },
    { path: '/returnandrefundpolicy', says: ['may be partial'], tags: ['@INFO-35'] },
    { path: '/returnandrefundpolicy', says: ['no direct exchanges'], tags: ['@INFO-36'] },
    { path: '/returnandrefundpolicy', says: ['defective, damaged or wrong', 'fees may apply'], tags: ['@INFO-37'] },
    { path: '/returnandrefundpolicy', says: ['you agree to it', '1 January 2025'], tags: ['@INFO-29'] },
    { path: '/termsandconditions', says: ['customer’s responsibility'], tags: ['@INFO-40'] },
    { path: '/termsandconditions', says: ['No items can be added'], tags: ['@INFO-43'] },
    { path: '/termsandconditions', says: ['One discount code'], tags: ['@INFO-44'] },
    { path: '/termsandconditions', says: ['worldwide'], tags: ['@INFO-38'] },
    {
      path: '/help',
      says: ['24/7', 'Monday to Friday, 9 AM to 6 PM West African Time'],
      tags: ['@SUPPORT-5', '@SUPPORT-7', '@INFO-45'],
    },
    { path: '/help', says: ['Enter the order code'], tags: ['@INFO-20'] },
    { path: '/help', says: ['View Details'], tags: ['@INFO-21'] },
    { path: '/privacypolicy', says: ['children under 13'], tags: ['@INFO-27'] },
    { path: '/about', says: ['soko', 'kasuwa'], tags: ['@SHELL-4'] },
  ])
    it(`${path} says ${says.join(', ')}`, { tags }, () => {
      for (const part of says) expect(said(path).toLowerCase()).toContain(part.toLowerCase());
    });
});
