/** Wallet entries per page. */
export const WALLET_PAGE_SIZE = 50;
