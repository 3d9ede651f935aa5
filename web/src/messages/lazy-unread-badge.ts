import { onDemand } from '@sokuwa/ui/on-demand.tsx';

/** The unread badge of the header, loaded on demand: guests do not need it. */
export const LazyUnreadBadge = onDemand(async () => (await import('./unread.tsx')).UnreadBadge, '', '');
