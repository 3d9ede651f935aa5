import { createFileRoute } from '@tanstack/react-router';
import { entryMeta } from '../account/entry-meta.ts';
import { VerifyEmailPage } from '../account/verify-email-page.tsx';

export const Route = createFileRoute('/verify-email/{-$uidb64}/{-$token}')({
  head: () => ({ meta: entryMeta('Verify your email') }),
  component: Page,
});

function Page() {
  const { uidb64, token } = Route.useParams();
  return <VerifyEmailPage uidb64={uidb64} token={token} />;
}
