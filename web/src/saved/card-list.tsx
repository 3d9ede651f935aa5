import { ProductCardSkeleton, ProductGrid } from '@sokuwa/ui/product-card.tsx';
import type { ReactNode } from 'react';
import { type CardProduct, ProductCard } from '../catalog/index.ts';
import type { CarriedSearch } from '../lib/list-search.ts';

/** Links to a product look as if they came from the list of all products, since these belong to no list of the shop. */
const FROM: CarriedSearch = { section: 'productList', page: 1 };
const SIZES = '(min-width: 1280px) 210px, (min-width: 768px) 30vw, 45vw';
const SKELETONS = [1, 2, 3, 4];

/** Products as cards. @param under rendered below a card */
export function CardList({
  label,
  products,
  headingLevel = 2,
  under,
}: {
  label: string;
  products: readonly CardProduct[];
  headingLevel?: 2 | 3;
  under?: (product: CardProduct) => ReactNode;
}) {
  return (
    <ProductGrid kind="list" label={label}>
      {products.map((product) => (
        <li key={product.id} className="flex flex-col">
          <div className="flex-1">
            <ProductCard product={product} search={FROM} headingLevel={headingLevel} sizes={SIZES} />
          </div>
          {under?.(product)}
        </li>
      ))}
    </ProductGrid>
  );
}

export function CardListLoading({ label }: { label: string }) {
  return (
    <ProductGrid kind="list" label={label} busy>
      {SKELETONS.map((number) => (
        <li key={number}>
          <ProductCardSkeleton />
        </li>
      ))}
    </ProductGrid>
  );
}
