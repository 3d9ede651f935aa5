import { createFileRoute } from '@tanstack/react-router';
import { entryMeta } from '../account/entry-meta.ts';
import { readReturnSearch } from '../account/login-address.ts';
import { LoginPage } from '../account/login-page.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: readReturnSearch,
  head: () => ({ meta: entryMeta('Log in') }),
  component: Page,
});

function Page() {
  return <LoginPage next={readReturnSearch(Route.useSearch()).next} />;
}
