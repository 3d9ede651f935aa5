import print from '@sokuwa/ui/styles/print.css?url';
import { pageMeta } from '../lib/page-head.ts';
import type { PageWords } from './content/page-content.ts';

/**
 * The head of an information page. Its words come from the route's loader, so that no page but this one carries them; so
 * does the look of the printed page.
 */
export const infoHead = ({ loaderData }: { loaderData?: PageWords | undefined }) => ({
  meta: loaderData ? pageMeta(loaderData) : [],
  links: [{ rel: 'stylesheet', href: print, media: 'print' }],
});
