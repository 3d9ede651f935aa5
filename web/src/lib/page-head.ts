import { brand } from '@sokuwa/contract/brand.ts';
import type { Section } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { isSection, readListSearch } from './list-search.ts';

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

/** Sections whose list depends on the id in the path. */
const SECTIONS_WITH_ID: readonly Section[] = ['productCategory', 'productSubCategory', 'merchantStore'];
/** Search params that identify a list page. Sort and filters do not. */
const LIST_PARAMS = ['section', 'query', 'categoryId', 'subCategoryId', 'page'] as const;

/** The canonical URL of a page. */
export const canonicalUrl = (
  origin: string,
  { pathname, search }: { pathname: string; search: Readonly<Record<string, unknown>> },
): string => {
  const pairs = new URLSearchParams();
  let path = pathname;
  if (pathname === '/product/list' || pathname.startsWith('/product/list/')) {
    // Use the interpreted params: ?page=abc shows page 1 and has its URL.
    const list = readListSearch(search, pathname === '/product/list' ? 'productList' : 'productCategory');
    // Other sections ignore ids: /product/list/3?section=productList shows all products.
    const ignoresIds = isSection(list.section) && !SECTIONS_WITH_ID.includes(list.section);
    if (ignoresIds) path = '/product/list';
    for (const name of LIST_PARAMS)
      if (search[name] !== undefined && list[name] !== undefined && !(ignoresIds && name.endsWith('Id')))
        pairs.set(name, String(list[name]));
  }
  return `${origin}${path}${pairs.size > 0 ? `?${pairs}` : ''}`;
};
