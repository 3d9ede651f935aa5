import type { MerchantArea, OperatorArea } from '@sokuwa/contract/staff/roles.ts';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import {
  Banknote,
  BookOpenCheck,
  CreditCard,
  FolderTree,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  Package,
  PanelsTopLeft,
  Plug,
  Scale,
  ScrollText,
  Settings,
  Store,
  Sun,
  Tag,
  TicketPercent,
  Undo2,
  UserCog,
  Users,
} from 'lucide-react';
import type { StoreMembership, Workplace } from '../../lib/session.ts';
import { canRead } from '../../lib/session.ts';

/** A place of the desk, in the side bar, the tab bar and the menu "More". */
export type Place = {
  name: string;
  icon: LucideIcon;
  link: Pick<LinkProps, 'to' | 'params'>;
  /** Whether only this address is the place, not those below it. */
  isExact?: boolean;
  /** The role must be allowed to read it. */
  area?: MerchantArea | OperatorArea;
  /** The key that follows G. */
  shortcut?: string;
};
/** Places under a heading; the first group has none. */
export type PlaceGroup = { heading?: string; places: readonly Place[] };

/** The places of a merchant, without those that the role may not read. */
export const storePlaces = (store: StoreMembership): PlaceGroup[] => {
  const params = { storeId: String(store.merchant_id) };
  return onlyReadable(store, [
    {
      places: [
        {
          name: 'Today',
          icon: Sun,
          link: linkOptions({ to: '/store/$storeId', params }),
          isExact: true,
          shortcut: 't',
        },
        {
          name: 'Orders',
          icon: Package,
          link: linkOptions({ to: '/store/$storeId/orders', params }),
          area: 'orders',
          shortcut: 'o',
        },
        {
          name: 'Products',
          icon: Tag,
          link: linkOptions({ to: '/store/$storeId/products', params }),
          area: 'products',
          shortcut: 'p',
        },
        {
          name: 'Messages',
          icon: MessageSquare,
          link: linkOptions({ to: '/store/$storeId/messages', params }),
          area: 'messages',
          shortcut: 'm',
        },
        {
          name: 'Returns',
          icon: Undo2,
          link: linkOptions({ to: '/store/$storeId/returns', params }),
          area: 'returns',
          shortcut: 'r',
        },
        {
          name: 'Payouts',
          icon: Banknote,
          link: linkOptions({ to: '/store/$storeId/payouts', params }),
          area: 'payouts',
        },
      ],
    },
    {
      heading: 'Set up',
      places: [
        { name: 'Store', icon: Store, link: linkOptions({ to: '/store/$storeId/settings', params }), area: 'store' },
        { name: 'Team', icon: Users, link: linkOptions({ to: '/store/$storeId/team', params }), area: 'team' },
        {
          name: 'Integrations',
          icon: Plug,
          link: linkOptions({ to: '/store/$storeId/integrations', params }),
          area: 'integrations',
        },
      ],
    },
  ]);
};

/** The places of operators, without those that the role may not read. */
export const marketPlaces = (operator: Workplace): PlaceGroup[] =>
  onlyReadable(operator, [
    {
      places: [
        {
          name: 'Overview',
          icon: LayoutDashboard,
          link: linkOptions({ to: '/market' }),
          isExact: true,
          area: 'overview',
          shortcut: 't',
        },
        { name: 'Orders', icon: Package, link: linkOptions({ to: '/market/orders' }), area: 'orders', shortcut: 'o' },
        {
          name: 'Money',
          icon: CreditCard,
          link: linkOptions({ to: '/market/money' }),
          area: 'payments',
          shortcut: 'm',
        },
        { name: 'Returns', icon: Scale, link: linkOptions({ to: '/market/returns' }), area: 'returns', shortcut: 'r' },
        { name: 'Merchants', icon: Store, link: linkOptions({ to: '/market/merchants' }), area: 'merchants' },
        { name: 'Catalogue', icon: FolderTree, link: linkOptions({ to: '/market/catalogue' }), area: 'catalogue' },
        {
          name: 'Customers',
          icon: Users,
          link: linkOptions({ to: '/market/customers' }),
          area: 'customers',
          shortcut: 'c',
        },
      ],
    },
    {
      heading: 'Shop front',
      places: [
        { name: 'Home page', icon: PanelsTopLeft, link: linkOptions({ to: '/market/home' }), area: 'home' },
        { name: 'Coupons', icon: TicketPercent, link: linkOptions({ to: '/market/coupons' }), area: 'coupons' },
      ],
    },
    {
      heading: 'Books',
      places: [
        { name: 'Payouts', icon: Banknote, link: linkOptions({ to: '/market/payouts' }), area: 'payouts' },
        { name: 'Books', icon: BookOpenCheck, link: linkOptions({ to: '/market/books' }), area: 'books' },
      ],
    },
    {
      heading: 'House',
      places: [
        { name: 'Audit log', icon: ScrollText, link: linkOptions({ to: '/market/audit' }), area: 'audit' },
        { name: 'Team', icon: UserCog, link: linkOptions({ to: '/market/team' }), area: 'team' },
        { name: 'Settings', icon: Settings, link: linkOptions({ to: '/market/settings' }), area: 'settings' },
      ],
    },
  ]);

const onlyReadable = (workplace: Workplace, groups: readonly PlaceGroup[]): PlaceGroup[] =>
  groups
    .map(({ places, ...group }) => ({
      ...group,
      places: places.filter(({ area }) => area === undefined || canRead(workplace, area)),
    }))
    .filter(({ places }) => places.length > 0);
