import { FOLLOWED_PAGE_SIZE } from '@sokuwa/contract/saved/saved.rules.ts';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { AccountError, FirstPageLink, PageHeading, PageNavigation, ProductsLink } from '../account/index.ts';
import { useCountry } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';
import { merchantLink } from '../lib/links.ts';
import { useSessionToken } from '../lib/session.ts';
import { CardList, CardListLoading } from './card-list.tsx';
import { FollowButton, Followers } from './follow-button.tsx';
import { type FollowedSeller, followedSellersQuery } from './saved.queries.ts';
import { useStillSaved } from './use-still-saved.ts';

/** /followed-seller: followed stores with their newest products (SAVED-13). */
export function FollowedSellerPage({ page }: { page: number }) {
  const api = useApi();
  const list = { api, token: useSessionToken(), page, country: useCountry() };
  const { data, error, isFetching, refetch } = useQuery(followedSellersQuery(list));
  const isStillFollowed = useStillSaved(data);
  const shown = data?.sellers.filter(({ merchant }) => isStillFollowed(`merchant ${merchant.merchant_id}`));
  return (
    <>
      <PageHeading title="Followed Seller" count={shown?.length ?? 0} />
      {error && (
        <AccountError
          title="Failed to fetch followed sellers."
          error={error}
          hasContent={data !== undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {shown === undefined || !data ? (
        !error && <CardListLoading label="Loading followed sellers" />
      ) : shown.length === 0 ? (
        <EmptyState
          illustration="wishlist"
          icon={<Store />}
          title="You are not following any sellers yet."
          action={page > 1 ? <FirstPageLink /> : <ProductsLink />}
        >
          Follow a store to see its newest products here.
        </EmptyState>
      ) : (
        <>
          <ul aria-label="Followed sellers" className="grid grid-cols-1 gap-12">
            {shown.map((seller) => (
              <li key={seller.merchant.merchant_id}>
                <Seller seller={seller} />
              </li>
            ))}
          </ul>
          <PageNavigation page={page} count={data.count} size={FOLLOWED_PAGE_SIZE} />
        </>
      )}
    </>
  );
}

function Seller({ seller: { merchant, products } }: { seller: FollowedSeller }) {
  const { merchant_id: id, store_name: name, location, follower_count } = merchant;
  return (
    <section aria-labelledby={`seller-${id}`}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={`seller-${id}`} className="wrap-anywhere font-semibold text-heading text-xl">
            <Link {...merchantLink(id)} className="text-inherit hover:underline">
              {name}
            </Link>
          </h2>
          <p className="text-secondary text-sm">
            {location} · <Followers id={id} count={follower_count} />
          </p>
        </div>
        <FollowButton id={id} name={name} />
      </div>
      {products.length > 0 ? (
        <CardList label={`Newest of ${name}`} products={products} headingLevel={3} />
      ) : (
        <p className="text-secondary">This store has no products at the moment.</p>
      )}
    </section>
  );
}
