import { PAGE_SIZE } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { AccountError } from '../account/account-error.tsx';
import { useHolder } from '../account/holder.ts';
import type { CardProduct } from '../catalog/card-product.ts';
import { useCountry } from '../geo/use-country.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { toast } from '../ui/toast.ts';
import { CardList, CardListLoading } from './card-list.tsx';
import { press } from './keep-marks.ts';
import { NotesSwitch } from './notes-switch.tsx';
import { PageHead, Pages, ToFirstPage, ToProducts } from './page-parts.tsx';
import { savedItemsQuery } from './saved.queries.ts';
import { useStillMarked } from './use-still-marked.ts';

/** /saved-items: saved products as cards, and the way into the cart (3-decisions). */
export function SavedItemsPage({ page }: { page: number }) {
  const { api } = useRouter().options.context;
  const asked = { api, token: useHolder(), page, country: useCountry() };
  const { data, error, isFetching, refetch } = useQuery(savedItemsQuery(asked));
  const isThere = useStillMarked(data);
  const shown = data?.results.filter(({ id }) => isThere(`product ${id}`));
  return (
    <>
      <PageHead title="Saved Items" count={shown?.length ?? 0} />
      <NotesSwitch />
      {shown === undefined && error ? (
        <AccountError
          title="Failed to fetch saved items."
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : shown === undefined || !data ? (
        <CardListLoading label="Loading saved items" />
      ) : shown.length === 0 ? (
        <EmptyState
          cloth="wishlist"
          icon={<Heart />}
          title="You have not saved anything yet."
          action={page > 1 ? <ToFirstPage /> : <ToProducts />}
        >
          Press the heart on a product, and it waits for you here.
        </EmptyState>
      ) : (
        <>
          <CardList label="Saved items" products={shown} under={(product) => <MoveToCart product={product} />} />
          <Pages page={page} count={data.count} size={PAGE_SIZE} />
        </>
      )}
    </>
  );
}

/** Puts one into the cart, and takes the product out of here once it is there. */
function MoveToCart({ product: { id, title, weight, stock, products_images } }: { product: CardProduct }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const label = stock > 0 ? 'Move To Cart' : 'Out of stock';
  const move = async () => {
    setBusy(true);
    try {
      const { addProduct } = await import('../cart/cart-actions.ts');
      const image = products_images[0]?.image_url;
      const added = await addProduct(router.options.context, { id, title, weight, ...(image && { image }) }, 1);
      if (added) press(router, `product ${id}`);
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
