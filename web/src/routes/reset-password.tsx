import { createFileRoute } from '@tanstack/react-router';
import { noIndexMeta, ResetPasswordPage } from '../account/index.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';

type MailedLink = { uid?: string; token?: string; next?: string };

export const Route = createFileRoute('/reset-password')({
  validateSearch: ({ uid, token, next }: Record<string, unknown>): MailedLink => ({
    ...(typeof uid === 'string' && { uid }),
    ...(typeof token === 'string' && { token }),
    ...readReturnSearch({ next }),
  }),
  head: () => ({ meta: noIndexMeta('Set a new password') }),
  component: Page,
});

function Page() {
  const { uid, token, next } = Route.useSearch();
  return <ResetPasswordPage {...{ uid, token, next }} />;
}
