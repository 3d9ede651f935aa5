import { createFileRoute } from '@tanstack/react-router';
import { noIndexMeta, ResetPasswordPage } from '../account/index.ts';

type MailedLink = { uid?: string; token?: string };

export const Route = createFileRoute('/reset-password')({
  validateSearch: ({ uid, token }: Record<string, unknown>): MailedLink => ({
    ...(typeof uid === 'string' && { uid }),
    ...(typeof token === 'string' && { token }),
  }),
  head: () => ({ meta: noIndexMeta('Set a new password') }),
  component: Page,
});

function Page() {
  const { uid, token } = Route.useSearch();
  return <ResetPasswordPage uid={uid} token={token} />;
}
