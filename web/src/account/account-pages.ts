import { Heart, History, type LucideIcon, Mail, Package, Store, UserRound, Wallet } from 'lucide-react';

/** The side menu of the account area, in its order (ACCOUNT-105). */
export const ACCOUNT_PAGES: readonly { label: string; path: string; Icon: LucideIcon }[] = [
  { label: 'My Profile', path: '/profile', Icon: UserRound },
  { label: 'My Order', path: '/order', Icon: Package },
  { label: 'Inbox', path: '/inbox', Icon: Mail },
  { label: 'Saved Items', path: '/saved-items', Icon: Heart },
  { label: 'Followed Seller', path: '/followed-seller', Icon: Store },
  { label: 'Wallet', path: '/wallet', Icon: Wallet },
  { label: 'Recently Viewed', path: '/recently-viewed', Icon: History },
];
