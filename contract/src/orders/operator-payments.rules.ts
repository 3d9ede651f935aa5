export const PAYMENT_STATUSES = ['open', 'success', 'failed', 'held'] as const;

/** How an operator makes a refund: through the payment provider, into the wallet, or recorded as refunded outside the shop. */
export const REFUND_METHODS = ['provider', 'wallet', 'hand'] as const;
