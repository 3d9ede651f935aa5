import { brand } from '@sokuwa/contract/brand.ts';
import type { ListData } from './list-loader.ts';
import { isSection, type ListSearch } from './list-search.ts';
import { breadcrumbData, pageHead } from './page-head.ts';

/** The list's own address: page and section are kept, filters and order dropped, as they make no other page. */
const canonicalPath = ({ search, id }: ListData['asked']): string => {
  const { section, query, page } = search;
  const params = new URLSearchParams({ section });
  if (section === 'searchQuery' && query) params.set('query', query);
  if (section === 'productCategory' && id) params.set('categoryId', String(id));
  if (section === 'productSubCategory' && id) params.set('subCategoryId', String(id));
  params.set('page', String(page));
  return `/product/list${id === undefined ? '' : `/${id}`}?${params}`;
};

/** Filtered lists, searches and mistakes are no pages for search engines; their links are still followed. */
const isIndexed = ({ section, min_price, max_price, sort, in_stock }: ListSearch): boolean =>
  isSection(section) && section !== 'searchQuery' && (min_price ?? max_price ?? sort ?? in_stock) === undefined;

const describe = (title: string, section: string): string => {
  switch (section) {
    case 'hotDeals':
      return `Products at a discount on ${brand.name}: foodstuffs, fashion, crafts, kitchenware and beauty from Africa, delivered to your door.`;
    case 'newArrivals':
      return `The newest products on ${brand.name}: foodstuffs, fashion, crafts, kitchenware and beauty from Africa, delivered to your door.`;
    case 'merchantStore':
      return `Shop everything that ${title} sells on ${brand.name}, delivered from Africa to your door.`;
    default:
      return `Shop ${title} on ${brand.name}, prices in naira and your own currency, delivered from Africa to your door.`;
  }
};

/** Head of a list's page: title, description, canonical address, Open Graph and the way here as data. */
export const listHead = ({ asked, names, merchant }: ListData, origin: string) => {
  const { section, page } = asked.search;
  const path = canonicalPath(asked);
  const head = pageHead({
    origin,
    path,
    title: page > 1 ? `${names.title}, page ${page}` : names.title,
    description: describe(names.title, section),
    image: merchant?.cover_url,
    indexed: isIndexed(asked.search),
  });
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Products', path: '/product/list?section=productList&page=1' },
    ...(names.category && names.subItem
      ? [
          {
            name: names.category.name,
            path: `/product/list/${names.category.id}?section=productCategory&categoryId=${names.category.id}&page=1`,
          },
        ]
      : []),
    { name: names.title, path },
  ];
  return { ...head, scripts: [breadcrumbData(origin, trail)] };
};
