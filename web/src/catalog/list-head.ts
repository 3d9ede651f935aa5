import { brand } from '@sokuwa/contract/brand.ts';
import type { Site } from '@sokuwa/contract/page.ts';
import { isSection, type ListSearch } from '../lib/list-search.ts';
import { pageMeta } from '../lib/page-head.ts';
import { picturePreloads } from '../lib/picture-preload.ts';
import type { ListData } from './list-loader.ts';
import { LIST_SIZES } from './picture-sizes.ts';
import { breadcrumbData } from './structured-data.ts';

/** What heads need to know of the installation and the visitor. */
export type HeadSite = Pick<Site, 'origin' | 'isDataSaverOn'>;

/** Search engines do not index filtered lists, searches and errors, but follow their links. */
const isIndexed = ({ section, min_price, max_price, sort, in_stock }: ListSearch): boolean =>
  isSection(section) && section !== 'searchQuery' && (min_price ?? max_price ?? sort ?? in_stock) === undefined;

const describeList = (title: string, section: string): string => {
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

/** Head of a list page: title, description, pictures and breadcrumbs. The root route adds the canonical URL. */
export const listHead = (
  { request: { search, id }, names, merchant, isPastEnd, mainPicture }: ListData,
  site: HeadSite,
) => {
  const { origin } = site;
  // A page past the end has status 200 and a link to page 1 (LIST-12), but must not be indexed.
  const isShownToSearchEngines = isIndexed(search) && !isPastEnd;
  const { title, category, subItem } = names;
  const { section, page } = search;
  const listPath = id === undefined ? `/product/list?section=${section}` : `/product/list/${id}?section=${section}`;
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Products', path: '/product/list?section=productList&page=1' },
    ...(category && subItem
      ? [
          {
            name: category.name,
            path: `/product/list/${category.id}?section=productCategory&categoryId=${category.id}&page=1`,
          },
        ]
      : []),
    ...(isShownToSearchEngines ? [{ name: title, path: `${listPath}&page=${page}` }] : []),
  ];
  return {
    meta: [
      ...pageMeta({
        title: page > 1 ? `${title}, page ${page}` : title,
        description: describeList(title, section),
        ...(merchant?.cover_url && { image: origin + merchant.cover_url }),
      }),
      ...(isShownToSearchEngines ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
    links:
      import.meta.env.SSR && mainPicture
        ? picturePreloads(site, { src: mainPicture, kind: 'card', sizes: LIST_SIZES })
        : [],
    scripts: [breadcrumbData(origin, trail)],
  };
};
