/** Wallet entries per page. */
export const WALLET_PAGE = 50;
