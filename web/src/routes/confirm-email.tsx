import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage, entryMeta } from '../account/index.ts';

export const Route = createFileRoute('/confirm-email')({
  head: () => ({ meta: entryMeta('Confirm your email') }),
  component: ConfirmEmailPage,
});
