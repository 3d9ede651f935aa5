import { brand } from '@sokuwa/contract/brand.ts';
import { toast } from '../ui/toast.ts';

/** What can't be had yet says so, in the specification's words. */
export const comingSoon = (): void => toast.info('Coming soon...');

/** An entry of the Help menu: a page of the shop, the sellers' own site, or something that is still to come. */
export type HelpEntry =
  | { label: string; path: string }
  | { label: string; href: string }
  | { label: string; soon: true };

/** The Help menu, in its order. */
export const HELP_ENTRIES: readonly HelpEntry[] = [
  { label: 'FAQs', path: '/faqs' },
  { label: 'Contact Us', path: '/contact' },
  { label: 'Help Center', path: '/help' },
  { label: 'Become a Seller', href: brand.sellerSite },
  { label: 'Track an Order', soon: true },
  { label: 'Payment Options', soon: true },
  { label: 'Return & Refund Policy', path: '/returnandrefundpolicy' },
];
