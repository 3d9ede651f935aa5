export { ContactAboutOrder } from './contact-about-order.tsx';
export { ContactSeller } from './contact-seller.tsx';
export { InboxPage } from './inbox-page.tsx';
export { LazyUnreadBadge } from './lazy-unread-badge.ts';
export { MessagePage } from './message-page.tsx';
export { UnreadCount, UnreadEntry } from './unread.tsx';
