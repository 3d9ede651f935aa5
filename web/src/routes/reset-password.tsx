import { createFileRoute } from '@tanstack/react-router';
import { entryMeta } from '../account/entry-meta.ts';
import { ResetPasswordPage } from '../account/reset-password-page.tsx';

type MailedLink = { uid?: string; token?: string };

export const Route = createFileRoute('/reset-password')({
  validateSearch: ({ uid, token }: Record<string, unknown>): MailedLink => ({
    ...(typeof uid === 'string' && { uid }),
    ...(typeof token === 'string' && { token }),
  }),
  head: () => ({ meta: entryMeta('Set a new password') }),
  component: Page,
});

function Page() {
  const { uid, token } = Route.useSearch();
  return <ResetPasswordPage uid={uid} token={token} />;
}
