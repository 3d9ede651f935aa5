/** Maximum characters of an address line; the client truncates, the server refuses. */
export const ADDRESS_LINE_MAX = 45;
/** Maximum length of a name. */
export const NAME_MAX = 100;
/** Maximum characters of a postal code that carriers accept. */
export const POSTAL_CODE_MAX = 12;
/** Maximum number of addresses per account. */
export const MAX_ADDRESSES = 100;
/** Maximum characters of the name of a city that the list of places lacks. */
export const CITY_MAX = 100;
