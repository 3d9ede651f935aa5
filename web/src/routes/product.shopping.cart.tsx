import { brand } from '@sokuwa/contract/brand.ts';
import { createFileRoute } from '@tanstack/react-router';
import { CartPage } from '../cart/index.ts';

export const Route = createFileRoute('/product/shopping/cart')({
  head: () => ({ meta: [{ title: `Your cart | ${brand.name}` }, { name: 'robots', content: 'noindex' }] }),
  component: CartPage,
});
