import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';

/** The unread badge of the header, loaded on demand: guests do not need it. */
export const LazyUnreadBadge = lazyWithRetry(async () => (await import('./unread.tsx')).UnreadBadge, '', '');
