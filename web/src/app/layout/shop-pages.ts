/** A menu entry: a page, the site for sellers, or a feature that does not exist yet. */
export type MenuEntry =
  | { label: string; path: string }
  | { label: string; isSellerSite: true }
  | { label: string; soon: true };

/** The Help menu, in its order. */
export const HELP_ENTRIES: readonly MenuEntry[] = [
  { label: 'FAQs', path: '/faqs' },
  { label: 'Contact Us', path: '/contact' },
  { label: 'Help Center', path: '/help' },
  { label: 'Become a Seller', isSellerSite: true },
  { label: 'Track an Order', soon: true },
  { label: 'Payment Options', soon: true },
  { label: 'Return & Refund Policy', path: '/returnandrefundpolicy' },
];

/** The Account menu of a guest. */
export const GUEST_ENTRIES: readonly MenuEntry[] = [
  { label: 'Sign In', path: '/login' },
  { label: 'Sign Up', path: '/register' },
];

/** The Account menu of a signed-in user, before Logout. */
export const ACCOUNT_ENTRIES: readonly MenuEntry[] = [
  { label: 'My Profile', path: '/profile' },
  { label: 'My Orders', path: '/order' },
  { label: 'My Saved Items', path: '/saved-items' },
  { label: 'My Wallet', path: '/wallet' },
  { label: 'Track My Order', path: '/order' },
];
