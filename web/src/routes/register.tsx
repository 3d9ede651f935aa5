import { createFileRoute } from '@tanstack/react-router';
import { entryMeta } from '../account/entry-meta.ts';
import { readReturnSearch } from '../account/login-address.ts';
import { RegisterPage } from '../account/register-page.tsx';

export const Route = createFileRoute('/register')({
  validateSearch: readReturnSearch,
  head: () => ({ meta: entryMeta('Create an account') }),
  component: Page,
});

function Page() {
  return <RegisterPage next={readReturnSearch(Route.useSearch()).next} />;
}
