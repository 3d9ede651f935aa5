import { WALLET_PAGE_SIZE } from '@sokuwa/contract/wallet/wallet.rules.ts';
import type { Wallet, WalletEntry } from '@sokuwa/contract/wallet/wallet.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { formatLocalDay } from '@sokuwa/ui/format-date.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { useQuery } from '@tanstack/react-query';
import { Wallet as WalletIcon } from 'lucide-react';
import { AccountError, FirstPageLink, PageHeading, PageNavigation, ProductsLink } from '../account/index.ts';
import { useApi } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useSessionToken } from '../lib/session.ts';
import { walletQuery } from './wallet.query.ts';

/** /wallet: balance and dated entries (WALLET-1, WALLET-2). */
export function WalletPage({ page }: { page: number }) {
  const api = useApi();
  const { data, error, isPending, isFetching, refetch } = useQuery(walletQuery(api, useSessionToken(), page));
  return (
    <>
      <PageHeading title="Wallet" />
      {error && (
        <AccountError
          title="Failed to fetch your wallet."
          error={error}
          hasContent={data !== undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <WalletContent wallet={data} page={page} />}
      {isPending && (
        <div role="status" aria-label="Loading your wallet">
          <Skeleton className="h-32" />
          <Skeleton className="mt-6 h-48" />
        </div>
      )}
    </>
  );
}

function WalletContent({ wallet, page }: { wallet: Wallet; page: number }) {
  return (
    <>
      <Panel>
        <p className="text-secondary">Balance</p>
        <p className="mt-1 font-bold text-3xl text-heading">{wallet.formatted_balance}</p>
        <p className="mt-2 text-secondary text-sm">You can use it at checkout.</p>
      </Panel>
      {wallet.results.length === 0 ? (
        <EmptyState
          illustration="orders"
          icon={<WalletIcon />}
          title="No wallet activity yet."
          action={page > 1 ? <FirstPageLink /> : <ProductsLink />}
        >
          Refunds we can’t return to your card arrive here.
        </EmptyState>
      ) : (
        <Entries entries={wallet.results} />
      )}
      <PageNavigation page={page} count={wallet.count} size={WALLET_PAGE_SIZE} />
    </>
  );
}

const KIND_LABELS = { refund: 'Refund', credit: 'Credit', use: 'Paid with credit' } as const;

function Entries({ entries }: { entries: readonly WalletEntry[] }) {
  return (
    <table className="mt-8 w-full text-left">
      <caption className="mb-3 text-left font-bold font-display text-heading text-xl">Entries</caption>
      <thead className="text-muted text-sm">
        <tr className="border-line border-b">
          <th scope="col" className="py-2 pr-4 font-medium">
            Date
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            For
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Amount
          </th>
          <th scope="col" className="py-2 text-right font-medium max-sm:sr-only">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="border-line border-b align-top">
            <td className="whitespace-nowrap py-3 pr-4 text-secondary">
              <time dateTime={entry.at}>{formatLocalDay(entry.at)}</time>
            </td>
            <td className="wrap-anywhere py-3 pr-4">
              {KIND_LABELS[entry.kind]}
              {entry.order_id !== null && (
                <PageLink path={`/order/details/${entry.order_id}`} className={`${textLinkClass} block text-sm`}>
                  Order {entry.order_id}
                </PageLink>
              )}
            </td>
            <td
              className={cx(
                'whitespace-nowrap py-3 text-right font-semibold',
                entry.amount < 0 ? 'text-heading' : 'text-discount',
              )}
            >
              {entry.amount < 0 ? entry.formatted_amount.replace('-', '−') : `+${entry.formatted_amount}`}
            </td>
            <td className="whitespace-nowrap py-3 text-right text-secondary max-sm:sr-only">
              {entry.formatted_balance}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
