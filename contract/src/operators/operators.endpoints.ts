import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { OptionalActReason } from './acts.schemas.ts';
import type {
  AuditLog,
  AuditQuery,
  Customer,
  CustomerSummary,
  CustomersQuery,
  Erased,
  Erasure,
  SessionsEnded,
} from './operators.schemas.ts';
import type { Overview } from './overview.schemas.ts';

export const getOverview = endpoint<{ response: Overview }>()({
  method: 'GET',
  path: '/operator/overview/',
  auth: 'operator',
  area: 'overview',
  summary: 'What waits for an operator, the market today, and whether the shop runs',
  refusals: signedInRefusals,
});

/** At most 50. */
export const findCustomers = endpoint<{ query: CustomersQuery; response: CustomerSummary[] }>()({
  method: 'GET',
  path: '/operator/customers/',
  auth: 'operator',
  area: 'customers',
  summary: 'Accounts by email address, name or order',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getCustomer = endpoint<{ params: { accountId: number }; response: Customer }>()({
  method: 'GET',
  path: '/operator/customers/{accountId}/',
  auth: 'operator',
  area: 'customers',
  summary: 'An account with its credit, orders and sessions',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Of shop and desk. */
export const endCustomerSessions = endpoint<{
  params: { accountId: number };
  body: OptionalActReason;
  response: SessionsEnded;
}>()({
  method: 'POST',
  path: '/operator/customers/{accountId}/end-sessions/',
  auth: 'operator',
  area: 'customers',
  summary: 'Sign an account out everywhere',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found'],
});

/**
 * As the account's owner can. While an order is paid and not delivered, it is refused with `orders_undelivered`, whose `errors.orders` are the
 * order ids, unless `confirm_undelivered` is true.
 */
export const eraseCustomer = endpoint<{ params: { accountId: number }; body: Erasure; response: Erased }>()({
  method: 'POST',
  path: '/operator/customers/{accountId}/erase/',
  auth: 'operator',
  area: 'customers',
  summary: 'Delete an account and its data, and mail the person',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'account_is_staff', 'orders_undelivered'],
});

export const listAudit = endpoint<{ query: AuditQuery; response: AuditLog }>()({
  method: 'GET',
  path: '/operator/audit/',
  auth: 'operator',
  area: 'audit',
  summary: 'What operators did, newest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});
