import { createFileRoute } from '@tanstack/react-router';
import { entryMeta, ForgotPasswordPage } from '../account/index.ts';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: entryMeta('Forgot your password?') }),
  component: ForgotPasswordPage,
});
