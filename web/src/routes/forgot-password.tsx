import { createFileRoute } from '@tanstack/react-router';
import { entryMeta } from '../account/entry-meta.ts';
import { ForgotPasswordPage } from '../account/forgot-password-page.tsx';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: entryMeta('Forgot your password?') }),
  component: ForgotPasswordPage,
});
