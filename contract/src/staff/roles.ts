/** What people of a merchant, and operators, work on. Each call of theirs belongs to one area. */
export const MERCHANT_AREAS = [
  'orders',
  'products',
  'messages',
  'returns',
  'payouts',
  'store',
  'team',
  'integrations',
] as const;
export const OPERATOR_AREAS = [
  'overview',
  'orders',
  'payments',
  'returns',
  'merchants',
  'catalogue',
  'coupons',
  'customers',
  'home',
  'payouts',
  'books',
  'audit',
  'settings',
  'team',
] as const;
export type MerchantArea = (typeof MERCHANT_AREAS)[number];
export type OperatorArea = (typeof OPERATOR_AREAS)[number];

export const MERCHANT_ROLES = ['owner', 'staff'] as const;
export const OPERATOR_ROLES = ['owner', 'support', 'catalogue', 'finance'] as const;
export type MerchantRole = (typeof MERCHANT_ROLES)[number];
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export type Role = MerchantRole | OperatorRole;

/** `read`: only calls with GET. */
type Access = 'none' | 'read' | 'write';

/** What each role of a merchant may do (STAFF-3). */
const merchantAccess: Record<MerchantRole, Record<MerchantArea, Access>> = {
  owner: {
    orders: 'write',
    products: 'write',
    messages: 'write',
    returns: 'write',
    payouts: 'write',
    store: 'write',
    team: 'write',
    integrations: 'write',
  },
  staff: {
    orders: 'write',
    products: 'write',
    messages: 'write',
    returns: 'write',
    payouts: 'none',
    store: 'read',
    team: 'none',
    integrations: 'none',
  },
};

/** What each role of the operators may do (STAFF-4). */
const operatorAccess: Record<OperatorRole, Record<OperatorArea, Access>> = {
  owner: {
    overview: 'read',
    orders: 'write',
    payments: 'write',
    returns: 'write',
    merchants: 'write',
    catalogue: 'write',
    coupons: 'write',
    customers: 'write',
    home: 'write',
    payouts: 'write',
    books: 'write',
    audit: 'write',
    settings: 'write',
    team: 'write',
  },
  support: {
    overview: 'read',
    orders: 'write',
    payments: 'read',
    returns: 'write',
    merchants: 'read',
    catalogue: 'read',
    coupons: 'read',
    customers: 'write',
    home: 'read',
    payouts: 'none',
    books: 'none',
    audit: 'none',
    settings: 'none',
    team: 'none',
  },
  catalogue: {
    overview: 'read',
    orders: 'none',
    payments: 'none',
    returns: 'none',
    merchants: 'read',
    catalogue: 'write',
    coupons: 'write',
    customers: 'none',
    home: 'write',
    payouts: 'none',
    books: 'none',
    audit: 'none',
    settings: 'none',
    team: 'none',
  },
  finance: {
    overview: 'read',
    orders: 'read',
    payments: 'write',
    returns: 'read',
    merchants: 'write',
    catalogue: 'read',
    coupons: 'read',
    customers: 'read',
    home: 'none',
    payouts: 'write',
    books: 'write',
    audit: 'read',
    settings: 'read',
    team: 'none',
  },
};

/** Whose people a role is of. */
export type Staff = { of: 'merchant'; role: MerchantRole } | { of: 'operator'; role: OperatorRole };

/** Whether a merchant's people, or operators, can have this role. */
export const isStaffRole = (of: Staff['of'], role: string): boolean =>
  role in (of === 'merchant' ? merchantAccess : operatorAccess);

/** What a role may do in an area; `none` for an area of the other kind. */
export const accessOf = (staff: Staff, area: MerchantArea | OperatorArea): Access => {
  const byArea: Partial<Record<string, Access>> =
    staff.of === 'merchant' ? merchantAccess[staff.role] : operatorAccess[staff.role];
  return byArea[area] ?? 'none';
};

/** Whether a role may make a call of this area and method (STAFF-2). */
export const isPermitted = (staff: Staff, area: MerchantArea | OperatorArea, method: string): boolean => {
  const access = accessOf(staff, area);
  return access === 'write' || (access === 'read' && method === 'GET');
};
