import type { HtmlCache } from '@sokuwa/ui/cached-html.tsx';
import type { AnyRouter } from '@tanstack/react-router';
import { LRUCache } from 'lru-cache';
import { categoriesQuery, categoryNamesQuery } from '../catalog/index.ts';
import type { AppContext } from '../lib/app-context.ts';

/**
 * Limit of the HTML and keys together, at two bytes per character. It is needed because visitors can create any number of
 * parts, for example by their search terms.
 */
const MAX_CHARACTERS = 2_000_000;

/** The HTML of parts by what they depend on, for all pages of a render thread. */
const parts = new LRUCache<string, string>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

let lastId = 0;
const ids = new WeakMap<object, number>();
/** Returns a number for the object. A query whose data has changed has another object. */
const idOf = (data: object): number => {
  const id = ids.get(data) ?? ++lastId;
  ids.set(data, id);
  return id;
};

/** What a part depends on in addition to what its component says. */
const pageDependencies = (router: AnyRouter, part: string): readonly unknown[] => {
  const { queryClient, api } = router.options.context as AppContext;
  const { pathname } = router.latestLocation;
  const idOfData = ({ queryKey }: { queryKey: readonly unknown[] }): number => {
    const data = queryClient.getQueryData<object>(queryKey);
    return data ? idOf(data) : 0;
  };
  // The filters contain links to the present path.
  if (part === 'filters') return [pathname, idOfData(categoriesQuery(api))];
  // In the others the link to the present page is marked, but only a link without search parameters. They contain no such
  // link to a product or a list.
  return [pathname.startsWith('/product/') ? '' : pathname, idOfData(categoryNamesQuery(api))];
};

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() };

/**
 * Returns what is inside the element with this attribute, or undefined if the page has no such element or a component of
 * it failed. React has escaped every "<" that does not begin a tag.
 */
const findInnerHtml = (html: string, attribute: string): string | undefined => {
  const position = html.indexOf(attribute);
  if (position === -1) return undefined;
  const tagStart = html.lastIndexOf('<', position);
  const start = html.indexOf('>', tagStart) + 1;
  const [tag] = /^\w+/.exec(html.slice(tagStart + 1, start)) ?? [];
  let depth = 1;
  for (const { 1: slash, index } of html.slice(start).matchAll(new RegExp(`<(/?)${tag}\\b`, 'g'))) {
    depth += slash ? -1 : 1;
    if (depth > 0) continue;
    const inner = html.slice(start, start + index);
    // A copy, because a slice would keep the whole page in memory.
    return inner.includes('<!--$!-->') ? undefined : utf8.decoder.decode(utf8.encoder.encode(inner));
  }
  return undefined;
};

/** The cache for one page. `store` takes the parts that were rendered from the finished page. */
export const openHtmlCache = (router: AnyRouter): HtmlCache & { store(html: string): void } => {
  const missing = new Map<string, string>();
  return {
    find: (name, dependencies) => {
      const key = JSON.stringify([name, dependencies, pageDependencies(router, name)]);
      const html = parts.get(key);
      if (html === undefined) missing.set(name, key);
      return html;
    },
    store: (html) => {
      for (const [name, key] of missing) {
        const inner = findInnerHtml(html, ` data-part="${name}"`);
        if (inner !== undefined) parts.set(key, inner);
      }
    },
  };
};
