/** Addresses of the operators' pages that lists and the search lead to. */
export const marketPages = {
  order: (orderId: string): string => `/market/orders/${orderId}`,
  customer: (accountId: number): string => `/market/customers/${accountId}`,
  merchant: (merchantId: number): string => `/market/merchants/${merchantId}`,
  batch: (batchId: number): string => `/market/payouts/${batchId}`,
  money: (): string => '/market/money',
  catalogue: (): string => '/market/catalogue',
};
