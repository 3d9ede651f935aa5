import { createFileRoute } from '@tanstack/react-router';
import { Protected } from '../account/index.ts';

/** Above every page that needs a token; adds nothing to their addresses. */
export const Route = createFileRoute('/_protected')({
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: Protected,
});
