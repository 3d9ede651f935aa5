import { findCustomers, getCustomer } from '@sokuwa/contract/operators/operators.endpoints.ts';
import type { CustomersQuery } from '@sokuwa/contract/operators/operators.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { MARKET_KEY } from '../lib/market.ts';

/** At most 50 accounts. */
export const customersQuery = (query: CustomersQuery) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'customers', query],
    queryFn: ({ signal }) => api.call(findCustomers, { query, signal }),
  });

/** An account with its credit, orders and sessions. */
export const customerQuery = (accountId: number) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'customer', accountId],
    queryFn: ({ signal }) => api.call(getCustomer, { params: { accountId }, signal }),
  });
