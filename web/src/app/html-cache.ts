import type { HtmlCache } from '@sokuwa/ui/cached-html.tsx';
import type { AnyRouter } from '@tanstack/react-router';
import { categoriesQuery, categoryNamesQuery } from '../catalog/index.ts';
import type { AppContext } from '../lib/app-context.ts';

/** About 20 kB each. */
const MAX_PARTS = 100;
/** The HTML of parts by what they depend on, for all pages of a render thread; the least recently used first. */
const parts = new Map<string, string>();

let lastId = 0;
const ids = new WeakMap<object, number>();
/** A number for the object: other data of a query is another object. */
const idOf = (data: object): number => {
  const id = ids.get(data) ?? ++lastId;
  ids.set(data, id);
  return id;
};

/** What every part may depend on: the path, to which its links may lead, and the categories. */
const pageDependencies = (router: AnyRouter): readonly unknown[] => {
  const { queryClient, api } = router.options.context as AppContext;
  const { pathname } = router.latestLocation;
  const dataOf = ({ queryKey }: { queryKey: readonly unknown[] }): number => {
    const data = queryClient.getQueryData<object>(queryKey);
    return data ? idOf(data) : 0;
  };
  return [
    // No part links to a product.
    pathname.startsWith('/product/details/') ? '' : pathname,
    dataOf(categoryNamesQuery(api)),
    dataOf(categoriesQuery(api)),
  ];
};

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() };

/** Returns what is inside the element with this attribute. React has escaped every "<" that does not begin a tag. */
const innerHtml = (html: string, attribute: string): string => {
  const tagStart = html.lastIndexOf('<', html.indexOf(attribute));
  const start = html.indexOf('>', tagStart) + 1;
  const [tag] = /^\w+/.exec(html.slice(tagStart + 1, start)) ?? [];
  let depth = 1;
  let end = start;
  for (const { 1: slash, index } of html.slice(start).matchAll(new RegExp(`<(/?)${tag}\\b`, 'g'))) {
    depth += slash ? -1 : 1;
    end = start + index;
    if (depth === 0) break;
  }
  // A copy, because a slice would keep the whole page in memory.
  return utf8.decoder.decode(utf8.encoder.encode(html.slice(start, end)));
};

/** The cache for one page. `store` takes the parts that were rendered from the finished page. */
export const openHtmlCache = (router: AnyRouter): HtmlCache & { store(html: string): void } => {
  const rendered = new Map<string, string>();
  let page: readonly unknown[] | undefined;
  return {
    find: (name, dependencies) => {
      page ??= pageDependencies(router);
      const key = JSON.stringify([name, dependencies, page]);
      const html = parts.get(key);
      if (html === undefined) rendered.set(name, key);
      else {
        parts.delete(key);
        parts.set(key, html);
      }
      return html;
    },
    store: (html) => {
      for (const [name, key] of rendered) parts.set(key, innerHtml(html, ` data-part="${name}"`));
      for (const key of parts.keys()) {
        if (parts.size <= MAX_PARTS) break;
        parts.delete(key);
      }
    },
  };
};
