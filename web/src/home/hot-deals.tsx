import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { ProductCardSkeleton, ProductGrid } from '@sokuwa/ui/product-card.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Flame } from 'lucide-react';
import { ProductCard } from '../catalog/index.ts';
import { sectionLink } from '../lib/links.ts';
import { BlockError } from './block-error.tsx';
import { isOffline, useHomeList } from './use-home-list.ts';

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];
const FROM = { section: 'hotDeals', page: 1 };
const SIZES = '(min-width: 1280px) 190px, (min-width: 768px) 30vw, 45vw';

/** Up to six discounted products. */
export function HotDeals() {
  return (
    <section className="deferred-layout bg-section py-9 [contain-intrinsic-block-size:auto_67rem] md:[contain-intrinsic-block-size:auto_60rem] lg:py-14 xl:[contain-intrinsic-block-size:auto_30rem]">
      <div className={pageClass}>
        <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
          <h2 className="font-display text-2xl text-heading">Hot Deals</h2>
          <Link
            {...sectionLink('hotDeals')}
            aria-label="View all hot deals"
            className="inline-flex min-h-11 items-center gap-2 rounded-sm px-2 font-semibold text-link no-underline hover:underline"
          >
            View all
            <ArrowRight className="size-5" />
          </Link>
        </div>
        <Deals />
      </div>
    </section>
  );
}

function Deals() {
  const { data, error, isPaused, isFetching, refetch } = useHomeList('hotDeals');
  if (data && data.length > 0)
    return (
      <ProductGrid kind="deals" label="Hot Deals">
        {data.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} search={FROM} sizes={SIZES} />
          </li>
        ))}
      </ProductGrid>
    );
  if (data)
    return (
      <EmptyState
        illustration="search"
        icon={<Flame />}
        title="Hot Deals are currently unavailable. Please check back later for exciting offers!"
      />
    );
  // Offline, the query is paused or fails immediately.
  if (isOffline({ isPaused, error }))
    return (
      <EmptyState
        illustration="search"
        icon={<Flame />}
        title="Hot Deals Product is unavailable at the moment, try later!"
      />
    );
  if (error)
    return <BlockError title="Error loading hot deals" error={error} busy={isFetching} onRetry={() => refetch()} />;
  return (
    <ProductGrid kind="deals" label="Loading hot deals" busy>
      {SKELETONS.map((id) => (
        <li key={id}>
          <ProductCardSkeleton />
        </li>
      ))}
    </ProductGrid>
  );
}
