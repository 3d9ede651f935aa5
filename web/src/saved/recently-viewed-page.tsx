import { clearViewed } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { AccountError } from '../account/account-error.tsx';
import { useHolder } from '../account/holder.ts';
import { useCountry } from '../geo/use-country.ts';
import { errorText } from '../shell/refusal-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { toast } from '../ui/toast.ts';
import { CardList, CardListLoading } from './card-list.tsx';
import { PageHead, ToProducts } from './page-parts.tsx';
import { viewedQuery } from './saved.queries.ts';
import { useCall } from './use-call.ts';

/** /recently-viewed: the last fifty products seen, newest first, with clear (3-decisions). */
export function RecentlyViewedPage() {
  const { api } = useRouter().options.context;
  const queryClient = useQueryClient();
  const query = viewedQuery({ api, token: useHolder(), country: useCountry() });
  const { data, error, isFetching, refetch } = useQuery(query);
  const clear = useCall(async () => {
    try {
      await api.call(clearViewed, {});
      queryClient.setQueryData(query.queryKey, []);
      toast.success('Recently viewed products cleared');
    } catch (failure) {
      toast.error(errorText(failure));
    }
  });
  return (
    <>
      <PageHead title="Recently Viewed" count={data?.length ?? 0}>
        {data && data.length > 0 && (
          <Button variant="secondary" size="sm" busy={clear.busy} onClick={clear.start}>
            Clear
          </Button>
        )}
      </PageHead>
      {!data && error ? (
        <AccountError
          title="Failed to fetch recently viewed products."
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <CardListLoading label="Loading recently viewed products" />
      ) : data.length === 0 ? (
        <EmptyState
          cloth="search"
          icon={<History />}
          title="You have not looked at any product yet."
          action={<ToProducts />}
        >
          What you look at is here for you to find again.
        </EmptyState>
      ) : (
        <CardList label="Recently viewed products" products={data} />
      )}
    </>
  );
}
