import { pageMeta } from '../lib/page-head.ts';

/** The head of pages that lead into the account: nothing that a search engine should know. */
export const entryMeta = (title: string) => [...pageMeta({ title }), { name: 'robots', content: 'noindex' }];
