/** Characters of an address line at most (2-account-checkout, section 9); the client truncates, the server refuses. */
export const ADDRESS_LINE_MAX = 45;
/** Characters of a name. */
export const NAME_MAX = 100;
/** Characters of a postal code: as many as carriers take. */
export const POSTAL_CODE_MAX = 12;
/** Addresses that one account keeps at most. */
export const MAX_ADDRESSES = 20;
