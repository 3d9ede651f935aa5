import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '../account/confirm-email-page.tsx';
import { entryMeta } from '../account/entry-meta.ts';

export const Route = createFileRoute('/confirm-email')({
  head: () => ({ meta: entryMeta('Confirm your email') }),
  component: ConfirmEmailPage,
});
