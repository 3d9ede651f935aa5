import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusals.ts';
import type { AuditLog, AuditQuery, Customer, CustomerSummary, CustomersQuery } from './operators.schemas.ts';
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

export const listAudit = endpoint<{ query: AuditQuery; response: AuditLog }>()({
  method: 'GET',
  path: '/operator/audit/',
  auth: 'operator',
  area: 'audit',
  summary: 'What operators did, newest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});
