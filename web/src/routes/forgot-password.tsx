import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage, noIndexMeta } from '../account/index.ts';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: noIndexMeta('Forgot your password?') }),
  component: ForgotPasswordPage,
});
