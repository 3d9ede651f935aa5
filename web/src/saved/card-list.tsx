import { ProductCardSkeleton, ProductGrid } from '@sokuwa/ui/product-card.tsx';
import type { ReactNode } from 'react';
import { type CardProduct, ProductCard } from '../catalog/index.ts';
import type { CarriedSearch } from '../lib/list-search.ts';

/** Product links carry the search of the all-products list, as these products belong to no list of the shop. */
const FROM: CarriedSearch = { section: 'productList', page: 1 };
const SIZES = '(min-width: 1280px) 210px, (min-width: 768px) 30vw, 45vw';
const SKELETONS = [1, 2, 3, 4];

/** Products as cards. @param renderBelow renders content below a card */
export function CardList({
  label,
  products,
  headingLevel = 2,
  renderBelow,
}: {
  label: string;
  products: readonly CardProduct[];
  headingLevel?: 2 | 3;
  renderBelow?: (product: CardProduct) => ReactNode;
}) {
  return (
    <ProductGrid kind="list" label={label}>
      {products.map((product) => (
        <li key={product.id} className="flex flex-col">
          <div className="flex-1">
            <ProductCard product={product} search={FROM} headingLevel={headingLevel} sizes={SIZES} />
          </div>
          {renderBelow?.(product)}
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
