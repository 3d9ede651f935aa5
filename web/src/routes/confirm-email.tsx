import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage, noIndexMeta } from '../account/index.ts';

export const Route = createFileRoute('/confirm-email')({
  head: () => ({ meta: noIndexMeta('Confirm your email') }),
  component: ConfirmEmailPage,
});
