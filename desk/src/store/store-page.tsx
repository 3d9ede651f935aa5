import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { canWrite, type StoreMembership } from '../lib/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { storeQuery } from './store.queries.ts';
import { StoreForm } from './store-form.tsx';

/** How a store looks to shoppers, and how it ships. Staff read it. */
export function StorePage({ membership }: { membership: StoreMembership }) {
  const storeId = membership.merchant_id;
  const store = useQuery(storeQuery(storeId));
  const isWritable = canWrite(membership, 'store');
  return (
    <>
      <PageHead
        title="Store"
        subtitle={isWritable ? 'How shoppers see you, and when orders leave' : 'Only owners can change it'}
        actions={
          <a
            href={`/product/list/${storeId}?section=merchantStore&page=1`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
          >
            <ExternalLink />
            View my store
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        }
      />
      {store.isPending && (
        <Panel title="Store" titleHidden>
          <LoadingRows label="Loading the store" />
        </Panel>
      )}
      {store.isError && !store.data && (
        <Panel title="Store" titleHidden>
          <ErrorPanel what="The store" error={store.error} onRetry={() => void store.refetch()} />
        </Panel>
      )}
      {store.data && <StoreForm key={storeId} store={store.data} isWritable={isWritable} />}
    </>
  );
}
