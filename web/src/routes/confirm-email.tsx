import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage, noIndexMeta } from '../account/index.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';

export const Route = createFileRoute('/confirm-email')({
  validateSearch: readReturnSearch,
  head: () => ({ meta: noIndexMeta('Confirm your email') }),
  component: Page,
});

function Page() {
  return <ConfirmEmailPage next={Route.useSearch().next} />;
}
