import { createFileRoute } from '@tanstack/react-router';
import { noIndexMeta, VerifyEmailPage } from '../account/index.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';

export const Route = createFileRoute('/verify-email/{-$uidb64}/{-$token}')({
  validateSearch: readReturnSearch,
  head: () => ({ meta: noIndexMeta('Verify your email') }),
  component: Page,
});

function Page() {
  const { uidb64, token } = Route.useParams();
  return <VerifyEmailPage uidb64={uidb64} token={token} next={Route.useSearch().next} />;
}
