import { pageMeta } from '../lib/page-head.ts';

/** The head of sign-in pages, which search engines do not index. */
export const noIndexMeta = (title: string) => [...pageMeta({ title }), { name: 'robots', content: 'noindex' }];
