import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage, noIndexMeta } from '../account/index.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';

export const Route = createFileRoute('/forgot-password')({
  validateSearch: readReturnSearch,
  head: () => ({ meta: noIndexMeta('Forgot your password?') }),
  component: Page,
});

function Page() {
  return <ForgotPasswordPage next={Route.useSearch().next} />;
}
