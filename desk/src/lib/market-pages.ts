/** Addresses of the operators' pages that lists and the search lead to. */
export const marketPages = {
  order: (orderId: string): string => `/market/orders/${orderId}`,
  customer: (accountId: number): string => `/market/customers/${accountId}`,
  merchant: (merchantId: number): string => `/market/merchants/${merchantId}`,
  batch: (batchId: number): string => `/market/payouts/${batchId}`,
  payment: (reference: string): string => `/market/money?view=payments&search=${encodeURIComponent(reference)}`,
  return: (returnId: string): string => `/market/returns/${returnId}`,
  product: (productId: number): string => `/market/catalogue/moderation/${productId}`,
  catalogue: (): string => '/market/catalogue',
};

/** The page of what an entry of the audit log or a job is about, such as `order 7F3KQ2M9XW4T`; undefined if it has none. */
export const pageOfSubject = (subject: string): string | undefined => {
  const [, kind, id = ''] =
    /^(order|payment|return|merchant|account|product|payout batch) ([\w-]+)$/.exec(subject) ?? [];
  if (kind === 'order') return marketPages.order(id);
  // The reference of a payment is its order's id and a number.
  if (kind === 'payment') return marketPages.order(id.slice(0, id.indexOf('-')));
  if (kind === 'return') return marketPages.return(id);
  // These have numbers. A merchant or an account can also be written as a name or an address.
  if (!/^\d+$/.test(id)) return undefined;
  if (kind === 'product') return marketPages.product(Number(id));
  if (kind === 'merchant') return marketPages.merchant(Number(id));
  return kind === 'account' ? marketPages.customer(Number(id)) : marketPages.batch(Number(id));
};
