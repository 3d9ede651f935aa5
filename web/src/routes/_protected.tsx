import { createFileRoute } from '@tanstack/react-router';
import { Protected } from '../account/index.ts';

/** Parent of every page that needs a token; adds no path segment. */
export const Route = createFileRoute('/_protected')({
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: Protected,
});
