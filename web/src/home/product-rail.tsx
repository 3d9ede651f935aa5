import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { ProductCardSkeleton } from '@sokuwa/ui/product-card.tsx';
import { Rail } from '@sokuwa/ui/rail.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowRight, PackageOpen } from 'lucide-react';
import { type HomeList, ProductCard } from '../catalog/index.ts';
import { sectionLink } from '../lib/links.ts';
import { BlockError } from './block-error.tsx';
import { isOffline, useHomeList } from './use-home-list.ts';

const SKELETONS = ['a', 'b', 'c', 'd', 'e'];
const SIZES = '(min-width: 1280px) 230px, (min-width: 1024px) 24vw, (min-width: 768px) 30vw, 45vw';
const AUTOPLAY_INTERVAL_MS = 5000;

type ProductRailProps = {
  list: HomeList;
  title: string;
  /** Shown when there are no products. */
  unavailable: string;
  failed: string;
};

/** A carousel of the first six products of a list, with autoplay. */
export function ProductRail(props: ProductRailProps) {
  return (
    <section
      className={`${pageClass} deferred-layout py-9 [contain-intrinsic-block-size:auto_26rem] md:[contain-intrinsic-block-size:auto_31rem] lg:py-12`}
    >
      <Products {...props} />
    </section>
  );
}

function Products({ list, title, unavailable, failed }: ProductRailProps) {
  const { data, error, isPaused, isFetching, refetch } = useHomeList(list);
  const heading = <h2 className="font-display text-2xl text-heading">{title}</h2>;
  if (data && data.length > 0)
    return (
      <Rail
        label={title}
        heading={heading}
        autoplayIntervalMs={AUTOPLAY_INTERVAL_MS}
        action={
          <Link
            {...sectionLink(list)}
            aria-label={`View all: ${title}`}
            className="inline-flex min-h-11 items-center gap-2 rounded-sm px-2 font-semibold text-link no-underline hover:underline"
          >
            View all
            <ArrowRight className="size-5" />
          </Link>
        }
      >
        {data.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} search={{ section: list, page: 1 }} sizes={SIZES} addsQuietly />
          </li>
        ))}
      </Rail>
    );
  if (data || isOffline({ isPaused, error }))
    return (
      <>
        {heading}
        <EmptyState illustration="search" icon={<PackageOpen />} title={unavailable} />
      </>
    );
  if (error)
    return (
      <>
        {heading}
        <BlockError title={failed} error={error} busy={isFetching} onRetry={() => refetch()} />
      </>
    );
  return (
    <Rail label={`Loading ${title}`} heading={heading} busy>
      {SKELETONS.map((id) => (
        <li key={id}>
          <ProductCardSkeleton />
        </li>
      ))}
    </Rail>
  );
}
