import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { readPageSearch } from '../saved/index.ts';
import { WalletPage } from '../wallet/index.ts';

export const Route = createFileRoute('/_protected/_account/wallet')({
  validateSearch: readPageSearch,
  head: () => ({ meta: pageMeta({ title: 'Wallet' }) }),
  component: Page,
});

function Page() {
  return <WalletPage page={Route.useSearch().page ?? 1} />;
}
