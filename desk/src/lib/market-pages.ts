/** Addresses of the operators' pages that lists and the search lead to. */
export const marketPages = {
  order: (orderId: string): string => `/market/orders/${orderId}`,
  customer: (accountId: number): string => `/market/customers/${accountId}`,
  merchant: (merchantId: number): string => `/market/merchants/${merchantId}`,
  batch: (batchId: number): string => `/market/payouts/${batchId}`,
  payment: (reference: string): string => `/market/money?view=payments&search=${encodeURIComponent(reference)}`,
  catalogue: (): string => '/market/catalogue',
};
