import { MAX_RELATED } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Category, Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { PageContext } from '@sokuwa/contract/page.ts';
import type { HtmlCache } from '@sokuwa/ui/cached-html.tsx';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { findInlineScripts } from '../testing/inline-scripts.ts';
import { openHtmlCache } from './html-cache.ts';
import { buildStyles } from './page-styles.ts';
import { getRouter } from './router.tsx';
import { render } from './server.ts';
import { renderRouter, requestHistory } from './ssr.ts';

vi.mock('browser-build:v', () => ({ stylesheetRules: undefined, chunks: {} }));
vi.mock('tanstack-start-manifest:v', () => ({ tsrStartManifest: () => ({ routes: {} }) }));

// In tests the address of the style sheet is empty, of which React warns for each page.
vi.spyOn(console, 'error').mockImplementation(() => {});

const ORIGIN = 'https://shop.example';

const category = (id: number, name: string): Category => ({
  id,
  slug: name.toLowerCase(),
  name,
  subcategories: [1, 2].map((sub) => ({
    id: 100 * id + sub,
    name: `${name} ${sub}`,
    subitems: [1, 2].map((item) => ({ id: 10 * (100 * id + sub) + item, name: `${name} ${sub}.${item}` })),
  })),
});
const CATEGORIES = ['Food', 'Fashion', 'Arts'].map((name, index) => category(index + 1, name));
const PRODUCT = {
  id: 7,
  title: 'Yam <flour>',
  weight: 1,
  price: 5200,
  display_price: '₦5,200',
  converted_price: '£2.60',
  discount_price: 5200,
  discount_percentage: '0%',
  stock: 3,
  category: 'Food',
  is_new: false,
  products_images: [],
} as unknown as Product;
/** The details of a product. The last digit of its id is the id of its category. */
const detailsOf = (id: number) => ({
  ...PRODUCT,
  id,
  category_id: id % 10,
  location: 'Lagos',
  description: 'Flour of yams.',
  merchant_profile: {
    merchant_id: 1,
    store_name: 'Yams & Co',
    location: 'Lagos',
    since: '2024-01-01',
    cover_url: null,
  },
  sub_category: { id: 101, name: 'Food 1' },
  sub_item: { id: 1011, name: 'Food 1.1' },
});
const COUNTRIES = [
  { country_code: 'NG', country_name: 'Nigeria', currency: 'NGN' },
  { country_code: 'GB', country_name: 'United Kingdom', currency: 'GBP' },
];

/**
 * The context of a page.
 * @param menus the response to the page's first call for the categories, which fails if undefined
 * @param filters the response to its second call
 */
const contextOf = (
  menus: readonly Category[] | undefined,
  filters: readonly Category[] | undefined,
  changes: Partial<PageContext> = {},
): PageContext => {
  let categoryCalls = 0;
  return {
    country: 'NG',
    origin: ORIGIN,
    baseUrls: { api: '/backend', countries: '/backend', shop: ORIGIN },
    sellUrl: '/desk/',
    hasComponentPages: false,
    hasIdentityProvider: false,
    flagSources: [],
    isDataSaverOn: false,
    send: async ({ url }) => {
      if (url.startsWith('/countries/')) return { status: 200, body: COUNTRIES };
      if (url.startsWith('/api/category/')) {
        const body = categoryCalls++ === 0 ? menus : filters;
        return body ? { status: 200, body } : { status: 503, body: { error: 'unavailable' } };
      }
      if (url.includes('/related/')) return { status: 200, body: [PRODUCT] };
      const [, productId] = /^\/api\/products\/(\d+)\//.exec(url) ?? [];
      if (productId) return { status: 200, body: detailsOf(Number(productId)) };
      if (url.includes('page='))
        return { status: 200, body: { count: 120, next: null, previous: null, results: [PRODUCT] } };
      return { status: 404, body: { error: 'not found' } };
    },
    ...changes,
  };
};

const PATHS = [
  '/',
  '/about',
  '/help',
  '/login',
  '/none',
  '/privacypolicy',
  '/product/details/1',
  '/product/details/1?section=productList&page=2',
  '/product/details/2',
  '/product/list?section=productList&page=1',
  '/product/list?section=productList&page=1&n=1',
  '/product/list?section=productList&page=2',
  '/product/list?section=productList&page=99',
  '/product/list?section=none',
  '/product/list?section=hotDeals&page=1&in_stock=true',
  '/product/list?section=hotDeals&page=1&in_stock=true&n=1',
  '/product/list?section=hotDeals&page=2&in_stock=true&min_price=1&sort=price',
  '/product/list?section=searchQuery&query=yam&page=1',
  '/product/list?section=searchQuery&query=%3Cb%3E&page=2',
  '/product/list?section=productList&page=1&min_price=100&max_price=50',
  '/product/list/1?section=productCategory&categoryId=1&page=1',
  '/product/list/1?section=productCategory&categoryId=1&page=1&sort=price',
  '/product/list/1?section=productCategory&categoryId=1&page=2',
  '/product/list/01?section=productCategory&categoryId=1&page=1',
  '/product/list/2?section=productCategory&categoryId=2&page=1',
  '/product/list/1011?section=productSubCategory&subCategoryId=1011&page=1',
  '/product/shopping/cart',
];
const FEWER = CATEGORIES.slice(1);
const CONTEXTS = [
  () => contextOf(CATEGORIES, CATEGORIES),
  () => contextOf(CATEGORIES, CATEGORIES, { country: 'GB' }),
  () => contextOf(CATEGORIES, CATEGORIES, { isDataSaverOn: true }),
  () => contextOf(FEWER, FEWER),
  () => contextOf(CATEGORIES, FEWER),
  () => contextOf(CATEGORIES, undefined),
  () => contextOf(undefined, CATEGORIES),
  () => contextOf(undefined, undefined),
];

/** What differs between two renderings of a page: the times of its data. */
const withoutTimes = (html: string): string => html.replace(/\b\d{13}\b/g, 'time');

/** Renders a page without reusing parts. */
const renderFresh = async (path: string, context: PageContext): Promise<string> => {
  const page = await renderRouter(getRouter(context, requestHistory(path, ORIGIN)));
  // Without a build, pages have no other styles than the fonts.
  return withoutTimes(page.html.replace('</head>', (end) => buildStyles(page.html, false).head + end));
};

describe('the cache of parts', () => {
  it('changes no page, whatever was rendered before it', { timeout: 60_000 }, async () => {
    const expectSame = async (path: string, makeContext: () => PageContext) => {
      const page = await render(path, makeContext());
      expect(withoutTimes(page.html.join('')), path).toBe(await renderFresh(path, makeContext()));
    };
    for (const makeContext of CONTEXTS) for (const path of PATHS) await expectSame(path, makeContext);
    // The footer contains the year.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-01') });
    try {
      await expectSame('/about', () => contextOf(CATEGORIES, CATEGORIES));
    } finally {
      vi.useRealTimers();
    }
  });

  it('renders each part once for all pages in which it is the same', async () => {
    // No other test has this response.
    const categories = structuredClone(CATEGORIES);
    const found: Record<string, boolean> = {};
    const renderPage = async (path: string) => {
      for (const name of Object.keys(found)) delete found[name];
      const router = getRouter(contextOf(categories, categories), requestHistory(path, ORIGIN));
      const cache = openHtmlCache(router);
      const find: HtmlCache['find'] = (name, dependencies, data) => {
        const html = cache.find(name, dependencies, data);
        found[name] = html !== undefined;
        return html;
      };
      const { html } = await renderRouter(router, { htmlCache: { ...cache, find } });
      cache.store(html);
    };
    await renderPage('/product/list?section=newArrivals&page=1');
    const none = { header: false, categories: false, toolbar: false, filters: false, pages: false, footer: false };
    expect(found).toEqual(none);
    await renderPage('/product/list?section=newArrivals&page=1&n=1');
    // The row of categories is in the header.
    const all = { header: true, toolbar: true, filters: true, pages: true, footer: true };
    // The links to other pages keep parameters that the shop does not know.
    expect(found).toEqual({ ...all, pages: false });
    await renderPage('/product/list?section=newArrivals&page=1');
    expect(found).toEqual(all);
    await renderPage('/product/list?section=newArrivals&page=2');
    expect(found).toEqual({ ...all, pages: false });
    await renderPage('/product/list?section=newArrivals&page=1&in_stock=true');
    expect(found).toEqual({ header: true, toolbar: false, filters: false, pages: false, footer: true });
    await renderPage('/product/list?section=searchQuery&query=yam&page=1');
    expect(found).toMatchObject({ header: false, categories: true, footer: true });
    await renderPage('/product/details/21');
    expect(found).toEqual({ header: false, categories: false, footer: true });
    await renderPage('/product/details/31');
    expect(found).toEqual({ header: true, footer: true });
    await renderPage('/product/details/32');
    expect(found).toEqual({ header: false, categories: false, footer: true });
  });

  it('takes no part that is not in the page, and none that failed', async () => {
    const router = getRouter(contextOf(CATEGORIES, CATEGORIES), requestHistory('/about', ORIGIN));
    const cache = openHtmlCache(router);
    cache.addPlace({ shape: 'a', placeholders: [] }, []);
    const place = '<div data-part="failed"><template data-place="0"></template></div>';
    for (const html of ['', '<div data-part="failed">a', '<div data-part="failed"><!--$!-->b<!--/$--></div>', place]) {
      expect(cache.find('failed', [], undefined)).toBeUndefined();
      cache.store(html);
    }
    expect(cache.find('failed', [], undefined)).toBeUndefined();
    cache.store('<p><div data-part="failed"><div>c</div></div></p>');
    const found = cache.find('failed', [], undefined) ?? '';
    expect(cache.fill(found)?.join('')).toBe('<div>c</div>');
    // A part inside another.
    expect(cache.find('outer', [], undefined)).toBeUndefined();
    cache.store(`<div data-part="outer"><i></i>${found}</div>`);
    expect(cache.fill(cache.find('outer', [], undefined) ?? '')?.join('')).toBe('<i></i><div>c</div>');
  });
});

describe('cards from templates', () => {
  /** Texts that HTML, templates or the replacement of strings could mistake for something else. */
  const NASTY = [
    '',
    ' ',
    '<b>"\'&amp;',
    '</template><template data-place="0">',
    '<template data-place="99"></template>',
    '<!-- -->',
    '$& $1 $`',
    'Ọ̀fadà 米 \u{1F35A}\u2028',
    'zqTitleqz',
    'zqGlossqz</template>',
    '7300000001937',
    '₦7,300,000,003,937',
    '/media/zqImageqz',
  ];
  const anyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme', maxLength: 12 }));
  const anyImage = fc.oneof(
    anyText,
    anyText.map((key) => `/media/${key}/400.webp`),
    fc.constantFrom('/media/a/400.avif', '/media/a/240.webp', 'https://shop.example/a.png', 'javascript:alert(1)'),
  );
  const anyFields = fc.record({
    title: anyText,
    weight: fc.oneof(fc.constantFrom(0, -0, 1e21), fc.double({ noNaN: true, noDefaultInfinity: true })),
    price: fc.oneof(fc.constantFrom(0, 7_300_000_003_937), fc.nat()),
    display_price: anyText,
    converted_price: anyText,
    discount_percentage: fc.oneof(fc.constantFrom('', '0%', '-5%', '7300000004937%'), anyText),
    stock: fc.integer({ min: -1, max: 2 }),
    is_new: fc.boolean(),
    category: fc.oneof(fc.constant('African Fashion'), anyText),
    gloss: fc.option(anyText),
    products_images: fc.array(
      anyImage.map((image_url) => ({ image_url })),
      { maxLength: 1 },
    ),
  });
  const FIELDS = [...Object.keys(PRODUCT), 'gloss'];
  /** Most share a shape with another, since they differ from the usual product in few fields. */
  const anyProduct = fc.tuple(anyFields, fc.subarray(FIELDS, { maxLength: 3 })).map(([fields, changed]) => ({
    products_images: [{ image_url: '/media/a/400.webp' }],
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => changed.includes(name))),
  }));
  const anyPath = fc.oneof(
    fc.constantFrom('/', '/product/list?section=hotDeals', '/product/details/21', '/product/details/12'),
    anyText.map((text) => `/product/list?section=searchQuery&query=${encodeURIComponent(text)}`),
  );
  const contextWith = (products: readonly object[], changes: Partial<PageContext>): PageContext => {
    const context = contextOf(CATEGORIES, CATEGORIES, changes);
    const results = products.map((product, index) => ({ ...PRODUCT, ...product, id: index + 10 }));
    return {
      ...context,
      send: async (call) => {
        if (call.url.includes('/related/')) return { status: 200, body: results.slice(0, MAX_RELATED) };
        return /page=|section=|products|deals|arrivals|brands/.test(call.url) && !/\/products\/\d+\//.test(call.url)
          ? { status: 200, body: { count: results.length, next: null, previous: null, results } }
          : context.send(call);
      },
    };
  };
  const countPlaces = async (path: string, context: PageContext): Promise<number> => {
    const router = getRouter(context, requestHistory(path, ORIGIN));
    const cache = openHtmlCache(router);
    let places = 0;
    const addPlace: HtmlCache['addPlace'] = (...args) => {
      places++;
      return cache.addPlace(...args);
    };
    await renderRouter(router, { htmlCache: { ...cache, addPlace } });
    return places;
  };

  it('are the bytes that React writes, whatever the products contain', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyProduct, { minLength: 6, maxLength: 12 }),
        anyPath,
        fc.record({ isDataSaverOn: fc.boolean() }),
        async (products, path, changes) => {
          const page = await render(path, contextWith(products, changes));
          expect(withoutTimes(page.html.join(''))).toBe(await renderFresh(path, contextWith(products, changes)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are all but those of the first view, also on home and among related products', async () => {
    const products = Array.from({ length: 12 }, (_, index) => ({
      title: `Product ${index}`,
      stock: index % 2,
      products_images: [{ image_url: `/media/products/a${index}/400.webp` }],
    }));
    const context = contextWith(products, {});
    expect(await countPlaces('/product/list?section=productList', context)).toBe(10);
    expect(await countPlaces('/', context)).toBeGreaterThan(12);
    expect(await countPlaces('/product/details/99', context)).toBeGreaterThan(3);
  });

  it('have a template of earlier pages, with its styles', async () => {
    const products = Array.from({ length: 12 }, (_, index) => ({ title: `Product ${index}`, gloss: 'known template' }));
    const readTemplates = async (path: string, changes: Partial<PageContext> = {}) => {
      const router = getRouter(contextWith(products, changes), requestHistory(path, ORIGIN));
      const cache = openHtmlCache(router);
      const { html } = await renderRouter(router, { htmlCache: cache });
      const known = cache.knownClasses().flatMap((values) => [...values]);
      cache.fill(html);
      cache.store(html);
      return {
        known: known.filter((value) => value.startsWith('product-card')),
        rendered: html.split('zqGlossqz').length - 1,
      };
    };
    const first = await readTemplates('/product/list?section=newArrivals&page=7');
    expect(first.known).toEqual([]);
    expect(first.rendered).toBeGreaterThan(0);
    const second = await readTemplates('/product/list?section=newArrivals&page=7&n=1');
    expect(second.rendered).toBe(0);
    expect(second.known.length).toBeGreaterThan(0);
    // Its links carry the page over.
    expect((await readTemplates('/product/list?section=newArrivals&page=8')).known).toEqual([]);
    expect((await readTemplates('/product/list?section=newArrivals&page=7', { isDataSaverOn: true })).known).toEqual(
      [],
    );
  });

  it('are rendered by React if the page failed where their template was', () => {
    const { addPlace, fill } = openHtmlCache(getRouter(contextOf([], []), requestHistory('/', ORIGIN)));
    const template = { shape: 'a', placeholders: ['zqAqz'] };
    expect(addPlace(template, ['1'])).toEqual({ place: 0, isFirst: true });
    expect(addPlace(template, ['<2>'])).toEqual({ place: 1, isFirst: false });
    const second = '<template data-place="1"></template>';
    expect(fill(`<!--$!--><!--/$-->${second}`)).toBeUndefined();
    const filled = fill(`<template data-place="0"><p>zqAqz</p></template>${second}`);
    expect(filled?.join('')).toBe('<p>1</p><p>&lt;2&gt;</p>');
  });
});

it('the inline scripts of every page are listed for the content security policy', async () => {
  for (const path of PATHS) {
    const { html, scripts = [] } = await render(path, contextOf(CATEGORIES, CATEGORIES));
    expect(new Set(scripts), path).toEqual(new Set(findInlineScripts(html.join(''))));
  }
});
