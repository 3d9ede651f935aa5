/** Maximum characters of an address line; the client truncates, the server refuses. */
export const ADDRESS_LINE_MAX = 45;
/** Maximum length of a name. */
export const NAME_MAX = 100;
/** Maximum characters of a postal code that carriers accept. */
export const POSTAL_CODE_MAX = 12;
/** Maximum number of addresses per account. */
export const MAX_ADDRESSES = 100;
/** Maximum characters of a city name that is not in the list of places. */
export const CITY_MAX = 100;
