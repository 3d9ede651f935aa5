import { createFileRoute } from '@tanstack/react-router';
import { LoginPage, noIndexMeta } from '../account/index.ts';
import { useMergeGuestData } from '../app/merge-guest-data.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';

export const Route = createFileRoute('/login')({
  validateSearch: readReturnSearch,
  staticData: { shortLayout: 'login' },
  head: () => ({ meta: noIndexMeta('Log in') }),
  component: Page,
});

function Page() {
  return <LoginPage next={readReturnSearch(Route.useSearch()).next} mergeGuestData={useMergeGuestData()} />;
}
