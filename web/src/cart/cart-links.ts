import { linkOptions } from '@tanstack/react-router';

/** Where Start Shopping and Continue Shopping lead. */
export const allProducts = linkOptions({ to: '/product/list', search: { section: 'productList', page: 1 } });
