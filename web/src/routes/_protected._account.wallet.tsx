import { createFileRoute } from '@tanstack/react-router';
import { readPageSearch } from '../saved/page-search.ts';
import { pageMeta } from '../shell/page-head.ts';
import { WalletPage } from '../wallet/wallet-page.tsx';

export const Route = createFileRoute('/_protected/_account/wallet')({
  validateSearch: readPageSearch,
  head: () => ({ meta: pageMeta({ title: 'Wallet' }) }),
  component: Page,
});

function Page() {
  return <WalletPage page={Route.useSearch().page ?? 1} />;
}
