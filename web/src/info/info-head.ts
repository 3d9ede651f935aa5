import print from '@sokuwa/ui/styles/print.css?url';
import { pageMeta } from '../lib/page-head.ts';
import type { PageMeta } from './content/page-content.ts';

/**
 * The head of an information page. Title and description come from the route's loader, so that other pages do not load them.
 * Only these pages have a print stylesheet.
 */
export const infoHead = ({ loaderData }: { loaderData?: PageMeta | undefined }) => ({
  meta: loaderData ? pageMeta(loaderData) : [],
  links: [{ rel: 'stylesheet', href: print, media: 'print' }],
});
