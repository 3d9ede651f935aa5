import { brand } from '@sokuwa/contract/brand.ts';
import { readListSearch } from './list-search.ts';

/** Default description of pages, for search results and shared links. */
export const SHOP_DESCRIPTION =
  'High-quality African foodstuffs and groceries, fashion, crafts, kitchenware and beauty, delivered worldwide from Africa to your door.';

type PageMeta = {
  /** Without the shop's name. */
  title: string;
  description?: string;
  /** Absolute URL of a picture for shared links. */
  image?: string;
};

/** Meta tags for a route's `head`: title, description and Open Graph. */
export const pageMeta = ({ title, description = SHOP_DESCRIPTION, image }: PageMeta) => [
  { title: `${title} | ${brand.name}` },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  ...(image ? [{ property: 'og:image', content: image }] : []),
];

/** Search params that identify a list page. Sort and filters do not. */
const LIST_PARAMS = ['section', 'query', 'categoryId', 'subCategoryId', 'page'] as const;

/** The canonical URL of a page. */
export const canonicalUrl = (
  origin: string,
  { pathname, search }: { pathname: string; search: Readonly<Record<string, unknown>> },
): string => {
  const pairs = new URLSearchParams();
  if (pathname === '/product/list' || pathname.startsWith('/product/list/')) {
    // Use the interpreted params: ?page=abc shows page 1 and has its URL.
    const list = readListSearch(search);
    for (const name of LIST_PARAMS)
      if (search[name] !== undefined && list[name] !== undefined) pairs.set(name, String(list[name]));
  }
  return `${origin}${pathname}${pairs.size > 0 ? `?${pairs}` : ''}`;
};
