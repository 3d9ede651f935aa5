import { PAGE_SIZE } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { AccountError, FirstPageLink, PageHeading, PageNavigation, ProductsLink } from '../account/index.ts';
import { addProductToCart } from '../cart/index.ts';
import type { CardProduct } from '../catalog/index.ts';
import { useCountry } from '../geo/index.ts';
import { useApi, useAppContext } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useSessionToken } from '../lib/session.ts';
import { CardList, CardListLoading } from './card-list.tsx';
import { savedItemsQuery } from './saved.queries.ts';
import { SavedMailsSwitch } from './saved-mails-switch.tsx';
import { useStillSaved } from './use-still-saved.ts';

/** /saved-items: saved products as cards that can be moved to the cart (SAVED-1, SAVED-3). */
export function SavedItemsPage({ page }: { page: number }) {
  const api = useApi();
  const list = { api, token: useSessionToken(), page, country: useCountry() };
  const { data, error, isFetching, refetch } = useQuery(savedItemsQuery(list));
  const isStillSaved = useStillSaved(data);
  const shown = data?.results.filter(({ id }) => isStillSaved(`product ${id}`));
  return (
    <>
      <PageHeading title="Saved Items" count={shown?.length ?? 0}>
        <PageLink path="/my-interest" className={`inline-flex min-h-11 items-center ${textLinkClass}`}>
          My Interest
        </PageLink>
      </PageHeading>
      <SavedMailsSwitch />
      {error && (
        <AccountError
          title="Failed to fetch saved items."
          error={error}
          hasContent={data !== undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {shown === undefined || !data ? (
        !error && <CardListLoading label="Loading saved items" />
      ) : shown.length === 0 ? (
        <EmptyState
          illustration="wishlist"
          icon={<Heart />}
          title="You have not saved anything yet."
          action={page > 1 ? <FirstPageLink /> : <ProductsLink />}
        >
          Press the heart on a product to save it here.
        </EmptyState>
      ) : (
        <>
          <CardList label="Saved items" products={shown} renderBelow={(product) => <MoveToCart product={product} />} />
          <PageNavigation page={page} count={data.count} size={PAGE_SIZE} />
        </>
      )}
    </>
  );
}

/** Adds one piece of the product to the cart, then removes the product from the saved items. */
function MoveToCart({ product: { id, title, weight, stock } }: { product: CardProduct }) {
  const context = useAppContext();
  const [busy, setBusy] = useState(false);
  const label = stock > 0 ? 'Move To Cart' : 'Out of stock';
  const move = async () => {
    setBusy(true);
    try {
      const isAdded = await addProductToCart(context, { id, title, weight, stock }, 1);
      if (!isAdded) return;
      const { unsaveProduct } = await import('./saved-changes.ts');
      unsaveProduct(context, id);
    } catch {
      toast.error('Network Error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      block
      className="mt-3 px-2!"
      disabled={stock <= 0}
      busy={busy}
      aria-label={`${label}: ${title}`}
      onClick={() => void move()}
    >
      {label}
    </Button>
  );
}
