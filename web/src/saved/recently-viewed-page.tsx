import { clearViewed } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { AccountError, PageHeading, ProductsLink } from '../account/index.ts';
import { useCountry } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { CardList, CardListLoading } from './card-list.tsx';
import { viewedProductsQuery } from './saved.queries.ts';
import { useAction } from './use-action.ts';

/** /recently-viewed: the last fifty viewed products, newest first, with clear (SAVED-16, SAVED-17). */
export function RecentlyViewedPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = viewedProductsQuery({ api, token: useSessionToken(), country: useCountry() });
  const { data, error, isFetching, refetch } = useQuery(query);
  const clear = useAction(async () => {
    try {
      await api.call(clearViewed, {});
      queryClient.setQueryData(query.queryKey, []);
      toast.success('Recently viewed products cleared');
    } catch (failure) {
      toast.error(describeError(failure));
    }
  });
  return (
    <>
      <PageHeading title="Recently Viewed" count={data?.length ?? 0}>
        {data && data.length > 0 && (
          <Button variant="secondary" size="sm" busy={clear.busy} onClick={clear.start}>
            Clear
          </Button>
        )}
      </PageHeading>
      {error && (
        <AccountError
          title="Failed to fetch recently viewed products."
          error={error}
          hasContent={data !== undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data ? (
        !error && <CardListLoading label="Loading recently viewed products" />
      ) : data.length === 0 ? (
        <EmptyState
          illustration="search"
          icon={<History />}
          title="You have not viewed any products yet."
          action={<ProductsLink />}
        >
          Products you view will appear here.
        </EmptyState>
      ) : (
        <CardList label="Recently viewed products" products={data} />
      )}
    </>
  );
}
