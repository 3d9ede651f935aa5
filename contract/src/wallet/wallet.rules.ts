/** Entries on one page of a wallet. */
export const WALLET_PAGE = 50;
