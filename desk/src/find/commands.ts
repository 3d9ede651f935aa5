import type { MerchantArea, OperatorArea } from '@sokuwa/contract/staff/roles.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';

/** Something to do, and the page where it is done. */
export type Command = { name: string; address: string };

type Rule = {
  name: string;
  address: string;
  area?: MerchantArea | OperatorArea;
  /** The role must be allowed to change something there. */
  isChange?: boolean;
};

const storeCommands = (desk: string): Rule[] => [
  { name: 'Add a product', address: `${desk}/products/new`, area: 'products', isChange: true },
  { name: 'Ship orders', address: `${desk}/orders`, area: 'orders', isChange: true },
  { name: 'Orders that are late', address: `${desk}/orders?view=late`, area: 'orders' },
  { name: 'Answer messages', address: `${desk}/messages`, area: 'messages', isChange: true },
  { name: 'Products low in stock', address: `${desk}/products?view=low`, area: 'products' },
  { name: 'Decide about returns', address: `${desk}/returns`, area: 'returns', isChange: true },
  { name: 'Change the bank account', address: `${desk}/payouts#bank-account`, area: 'payouts', isChange: true },
  { name: 'Go on holiday', address: `${desk}/settings`, area: 'store', isChange: true },
  { name: 'Invite somebody', address: `${desk}/team`, area: 'team', isChange: true },
];

const marketCommands: Rule[] = [
  {
    name: 'Decide about stores that have applied',
    address: '/market/merchants/applications',
    area: 'merchants',
    isChange: true,
  },
  { name: 'Create a coupon', address: '/market/coupons/new', area: 'coupons', isChange: true },
  { name: 'Decide about returns', address: '/market/returns', area: 'returns', isChange: true },
  { name: 'Approve payouts', address: '/market/payouts', area: 'payouts', isChange: true },
  { name: 'Check the books', address: '/market/books', area: 'books', isChange: true },
  { name: 'Statement of a day', address: '/market/books?view=day', area: 'books' },
  { name: 'Examine the shop', address: '/market/settings', area: 'settings' },
  { name: 'Unsent mails', address: '/market/settings?view=jobs&jobs=mails', area: 'settings' },
  { name: 'Invite an operator', address: '/market/team', area: 'team', isChange: true },
];

/** What somebody with this role can do. */
export const listCommands = (workplace: Workplace): Command[] => {
  const rules = workplace.of === 'merchant' ? storeCommands(`/store/${workplace.merchant_id}`) : marketCommands;
  const isAllowed = ({ area, isChange }: Rule): boolean => {
    if (area === undefined) return true;
    return isChange ? canWrite(workplace, area) : canRead(workplace, area);
  };
  return [...rules.filter(isAllowed), { name: 'Sign-in and security', address: '/account' }];
};

type SearchedList = { noun: string; path: string; view?: string; area: MerchantArea | OperatorArea };

const storeLists: readonly SearchedList[] = [
  { noun: 'orders', path: 'orders', view: 'all', area: 'orders' },
  { noun: 'products', path: 'products', view: 'all', area: 'products' },
  { noun: 'messages', path: 'messages', view: 'all', area: 'messages' },
];
const marketLists: readonly SearchedList[] = [
  { noun: 'orders', path: 'orders', view: 'all', area: 'orders' },
  { noun: 'payments', path: 'money', view: 'payments', area: 'payments' },
  { noun: 'customers', path: 'customers', area: 'customers' },
  { noun: 'merchants', path: 'merchants', area: 'merchants' },
];

/** Links to whole lists, filtered by the words of the search. */
export const listSearches = (workplace: Workplace, query: string): Command[] => {
  const [desk, lists] =
    workplace.of === 'merchant' ? [`/store/${workplace.merchant_id}`, storeLists] : ['/market', marketLists];
  return lists
    .filter(({ area }) => canRead(workplace, area))
    .map(({ noun, path, view }) => ({
      name: `All ${noun} with “${query}”`,
      address: `${desk}/${path}?${new URLSearchParams({ ...(view && { view }), search: query })}`,
    }));
};
