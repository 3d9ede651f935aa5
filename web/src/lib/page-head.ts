import { brand } from '@sokuwa/contract/brand.ts';
import { readListSearch } from './list-search.ts';

/** Shown for pages that say nothing of their own: what the shop is, for search results and shared links. */
export const SHOP_DESCRIPTION =
  'High-quality African foodstuffs and groceries, fashion, crafts, kitchenware and beauty, delivered worldwide from Africa to your door.';

type PageWords = {
  /** What the page is, without the shop's name. */
  title: string;
  description?: string;
  /** Absolute address of a picture for shared links. */
  image?: string;
};

/** The meta tags of a page, for its route's `head`: title, description and what shared links show. */
export const pageMeta = ({ title, description = SHOP_DESCRIPTION, image }: PageWords) => [
  { title: `${title} | ${brand.name}` },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  ...(image ? [{ property: 'og:image', content: image }] : []),
];

/** Which search params make a list another page; the rest (sort, filters, where one came from) don't. */
const LIST_PARAMS = ['section', 'query', 'categoryId', 'subCategoryId', 'page'] as const;

/** The one address under which search engines should know a page. */
export const canonicalAddress = (
  origin: string,
  { pathname, search }: { pathname: string; search: Readonly<Record<string, unknown>> },
): string => {
  const pairs = new URLSearchParams();
  if (pathname === '/product/list' || pathname.startsWith('/product/list/')) {
    // As the page understands it: ?page=abc is page 1, and has its address.
    const list = readListSearch(search);
    for (const name of LIST_PARAMS)
      if (search[name] !== undefined && list[name] !== undefined) pairs.set(name, String(list[name]));
  }
  return `${origin}${pathname}${pairs.size > 0 ? `?${pairs}` : ''}`;
};
