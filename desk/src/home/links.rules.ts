import type { OperatorCategory } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import { SELLER_SITE_LINK } from '@sokuwa/contract/home/home.rules.ts';

/** The choice for an address that is typed. */
export const OTHER_LINK = 'other';

const FIXED_LINKS = [
  { value: '/product/list?section=productList&page=1', label: 'All products' },
  { value: '/product/list?section=hotDeals&page=1', label: 'Hot deals' },
  { value: SELLER_SITE_LINK, label: 'The desk, to sell' },
];

/** What a select of links offers. */
export const toLinkOptions = (categories: readonly OperatorCategory[]) => [
  ...FIXED_LINKS,
  ...categories.map(({ id, name }) => ({
    value: `/product/list/${id}?section=productCategory&categoryId=${id}&page=1`,
    label: `Category: ${name}`,
  })),
  { value: OTHER_LINK, label: 'Another address' },
];
