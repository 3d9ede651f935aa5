import { PAGE_SIZE } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { CachedHtml } from '@sokuwa/ui/cached-html.tsx';
import { EmptyState, ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { type PageLinkProps, Pagination } from '@sokuwa/ui/pagination.tsx';
import { ProductCardSkeleton, ProductGrid } from '@sokuwa/ui/product-card.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoryLink, sectionLink } from '../lib/links.ts';
import { carriedSearch, isSection, type ListSearch } from '../lib/list-search.ts';
import type { CardProduct } from './card-product.ts';
import { ListError } from './list-error.tsx';
import { useIsWhole } from './preview-state.ts';
import { isInPriceRange } from './price-filter.rules.ts';
import { ProductCard } from './product-card.tsx';
import type { CardPage } from './read-responses.ts';
import { RESULTS_ID, scrollToResults } from './results-focus.ts';
import { useCategories } from './use-categories.ts';

/** Cards in the first row of a phone; their pictures load first. */
const CARDS_IN_FIRST_VIEW = 2;
/** Cards that the window of a phone can show. Wide windows show more, and lay them out at once too. */
export const CARDS_IN_WINDOW = 6;
/** Placeholders while a list loads (LIST-47). */
const SKELETONS = Array.from({ length: 12 }, (_, index) => index);

type ResultsProps = { listResult: UseQueryResult<CardPage>; search: ListSearch };

/** The products of the current page, with pagination. */
export function ListResults({ listResult, search }: ResultsProps) {
  return (
    // Receives the focus after a change of page, so that the Tab key starts at the first product.
    <section id={RESULTS_ID} aria-label="Products" tabIndex={-1} className="outline-hidden!">
      {isSection(search.section) ? <Results listResult={listResult} search={search} /> : <InvalidSection />}
    </section>
  );
}

function Results({ listResult: { data, error, isPending, refetch }, search }: ResultsProps) {
  const { href } = useRouter().latestLocation;
  const isWhole = useIsWhole();
  if (isPending) return <CardSkeletons />;
  if (!data) return <ListError error={error} section={search.section} onRetry={() => void refetch()} />;
  const products = data.results.filter(({ display_price }) =>
    isInPriceRange(display_price, search.min_price, search.max_price),
  );
  if (products.length === 0) return <Empty search={search} />;
  const pages = Math.ceil(data.count / PAGE_SIZE);
  return (
    <>
      <Cards products={products} search={search} />
      {isWhole && (
        <CachedHtml as="div" name="pages" dependsOn={[href, pages]} className="mt-12">
          {() => (
            <Pagination
              page={search.page}
              pages={pages}
              link={(page, props) => <PageLink key={page} page={page} {...props} />}
            />
          )}
        </CachedHtml>
      )}
    </>
  );
}

export function Cards({ products, search }: { products: readonly CardProduct[]; search: ListSearch }) {
  const productSearch = carriedSearch(search);
  const isWhole = useIsWhole();
  const shown = isWhole ? products : products.slice(0, CARDS_IN_WINDOW);
  return (
    <ProductGrid kind="list" label="Products">
      {shown.map((product, index) => (
        <li key={product.id} className={index < CARDS_IN_WINDOW ? undefined : 'product-card-place'}>
          <ProductCard
            product={product}
            search={productSearch}
            headingLevel={2}
            priority={index < CARDS_IN_FIRST_VIEW}
          />
        </li>
      ))}
    </ProductGrid>
  );
}

export function CardSkeletons() {
  return (
    <ProductGrid kind="list" label="Loading products" busy>
      {SKELETONS.map((index) => (
        <li key={index}>
          <ProductCardSkeleton />
        </li>
      ))}
    </ProductGrid>
  );
}

/** A link to another page of the list; scrolls to the top afterwards. */
function PageLink({ page, children, ...props }: PageLinkProps & { page: number }) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, page })}
      resetScroll={false}
      {...props}
      onClick={(event) => {
        const opensNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (!opensNewTab) scrollToResults();
      }}
    >
      {children}
    </Link>
  );
}

function Empty({ search }: { search: ListSearch }) {
  const { min_price, max_price, in_stock } = search;
  const hasFilters = min_price !== undefined || max_price !== undefined || in_stock;
  let action: ReactNode = (
    <Link {...sectionLink('productList')} className={buttonClass()}>
      View All Products
    </Link>
  );
  if (search.page > 1)
    action = (
      <Link to="." search={(previous) => ({ ...previous, page: 1 })} className={buttonClass()}>
        Back to page 1
      </Link>
    );
  else if (hasFilters)
    action = (
      <Link
        to="."
        search={(previous) => ({
          ...previous,
          page: 1,
          min_price: undefined,
          max_price: undefined,
          in_stock: undefined,
        })}
        className={buttonClass()}
      >
        Clear filters
      </Link>
    );
  return (
    <>
      <EmptyState
        illustration="search"
        icon={<SearchX />}
        title="No products found. Please try a different category, subcategory or check back later."
        action={action}
      />
      <CategorySuggestions />
    </>
  );
}

/** Links to all categories, shown in an empty list. */
function CategorySuggestions() {
  const { data } = useCategories();
  if (!data || data.length === 0) return null;
  return (
    <nav aria-label="Browse categories" className="pb-10 text-center">
      <h2 className="font-semibold text-secondary text-sm">Browse categories</h2>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {data.map(({ id, name }) => (
          <li key={id}>
            <Link
              {...categoryLink(id)}
              className="inline-flex min-h-11 items-center rounded-full bg-action-quiet px-4 font-semibold text-link text-sm no-underline hover:brightness-95"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function InvalidSection() {
  return (
    <ErrorState
      title="Invalid section"
      action={
        <Link {...sectionLink('productList')} className={buttonClass()}>
          View All Products
        </Link>
      }
    />
  );
}
