import { Breadcrumbs } from '@sokuwa/ui/breadcrumbs.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { CachedHtml } from '@sokuwa/ui/cached-html.tsx';
import { cx } from '@sokuwa/ui/cx.ts';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { useQuery } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter, useSearch } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { BackLink } from '../lib/back-link.tsx';
import { categoryLink, sectionLink } from '../lib/links.ts';
import { isSection, readListSearch } from '../lib/list-search.ts';
import { NotFoundPage } from '../lib/not-found-page.tsx';
import { categoriesQuery, isNotFound, listQuery } from './catalog.queries.ts';
import { ListError } from './list-error.tsx';
import { ListFilters } from './list-filters.tsx';
import type { ListData } from './list-loader.ts';
import { CardSkeletons, ListResults } from './list-results.tsx';
import { FILTERS_ID, ListToolbar } from './list-toolbar.tsx';
import { MerchantCover, MerchantFacts, type MerchantSlots, StoreTexts } from './merchant-cover.tsx';
import { useIsWhole } from './preview-state.ts';
import { ResultCount } from './result-count.tsx';

/** The page of any product list: section, category, sub-item, store or search. */
export function ListPage({ data, merchantSlots }: { data: ListData; merchantSlots?: MerchantSlots }) {
  const { request, names, merchant } = data;
  const { api, queryClient } = useAppContext();
  const isWhole = useIsWhole();
  const { pathname } = useRouter().latestLocation;
  const listResult = useQuery({ ...listQuery(api, request), enabled: isSection(request.search.section) });
  // On the server the loader returns 404; this is for client-side navigation.
  if (isNotFound(listResult.error)) return <NotFoundPage />;
  return (
    <div className={`${pageClass} pt-3 pb-14`}>
      <ListBreadcrumbs names={names} />
      {merchant && <MerchantCover merchant={merchant} />}
      <div className="mt-2 flex flex-wrap items-baseline gap-x-5 gap-y-1.5">
        <ListHeading names={names} />
        <ResultCount listResult={listResult} search={request.search} />
      </div>
      {merchant && <StoreTexts store={merchant} />}
      {merchant && merchantSlots && <MerchantFacts merchant={merchant} slots={merchantSlots} />}
      {/* Without JavaScript a phone shows the filters below the products. */}
      <div className="mt-5 gap-x-12 max-lg:noscript:flex max-lg:noscript:flex-col-reverse lg:mt-6 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        {isWhole && (
          <CachedHtml
            as="aside"
            name="filters"
            // The filters contain links to the current path.
            dependsOn={[{ ...request.search, page: 1 }, request.id, names.category, names.subItem, pathname]}
            data={queryClient.getQueryData<object>(categoriesQuery(api).queryKey)}
            id={FILTERS_ID}
            aria-label="Filters"
            className="hidden noscript:block lg:block"
          >
            {() => <ListFilters data={data} />}
          </CachedHtml>
        )}
        <div className="min-w-0">
          <ListToolbar data={data} />
          <ListResults listResult={listResult} search={request.search} />
        </div>
      </div>
    </div>
  );
}

function ListBreadcrumbs({ names }: { names: ListData['names'] }) {
  const { title, category, subItem } = names;
  return (
    <div className="flex items-center gap-3">
      <BackLink />
      <Breadcrumbs
        links={[
          <Link key="home" to="/">
            Home
          </Link>,
          <Link key="products" {...sectionLink('productList')}>
            Products
          </Link>,
          ...(category && subItem
            ? [
                <Link key="category" {...categoryLink(category.id)}>
                  {category.name}
                </Link>,
              ]
            : []),
        ]}
        current={title}
      />
    </div>
  );
}

function ListHeading({ names: { title, titleIsData } }: { names: ListData['names'] }) {
  return (
    <h1
      className={cx(
        'min-w-0 text-heading wrap-anywhere',
        titleIsData ? 'pt-1 font-sans font-semibold text-2xl leading-9!' : 'font-display text-3xl',
      )}
    >
      {title}
    </h1>
  );
}

/** What is known of a list before it is loaded. */
type ListIntroduction = {
  names?: ListData['names'] | undefined;
  merchant?: ComponentProps<typeof MerchantCover>['merchant'] | undefined;
};

/** A list page without its list: for loading and errors. */
function BarePage({
  names = { title: 'Products', titleIsData: false },
  merchant,
  children,
}: ListIntroduction & { children: ReactNode }) {
  return (
    <div className={`${pageClass} pt-3 pb-14`}>
      <ListBreadcrumbs names={names} />
      {merchant && <MerchantCover merchant={merchant} />}
      <div className="mt-2 mb-6">
        <ListHeading names={names} />
      </div>
      {children}
    </div>
  );
}

/** The list page while its loader runs. */
export function ListLoading({ cards, ...introduction }: ListIntroduction & { cards?: ReactNode }) {
  return (
    <BarePage {...introduction}>
      {/* The place of the toolbar. */}
      <div className="mb-6 h-23 md:h-10" />
      {cards ?? <CardSkeletons />}
    </BarePage>
  );
}

/** The error page of a list. */
export function ListErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { section } = readListSearch(useSearch({ strict: false }));
  return (
    <BarePage>
      {section !== 'productList' && (
        <Link {...sectionLink('productList')} className={buttonClass({ variant: 'secondary' })}>
          View All Products
        </Link>
      )}
      <ListError error={error} section={section} onRetry={() => void router.invalidate()} />
    </BarePage>
  );
}
