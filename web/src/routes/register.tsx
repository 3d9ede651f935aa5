import { createFileRoute } from '@tanstack/react-router';
import { noIndexMeta, RegisterPage } from '../account/index.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';

export const Route = createFileRoute('/register')({
  validateSearch: readReturnSearch,
  head: () => ({ meta: noIndexMeta('Create an account') }),
  component: Page,
});

function Page() {
  return <RegisterPage next={readReturnSearch(Route.useSearch()).next} />;
}
