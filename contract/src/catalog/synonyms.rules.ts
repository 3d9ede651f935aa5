/** Characters of the list of synonyms. */
export const MAX_SYNONYMS_LENGTH = 100_000;
/** Names of one line. */
export const MAX_NAMES = 50;
/** Words of one name: more are not looked for in a search. */
export const MAX_NAME_WORDS = 4;
/** Products that a trial shows. */
export const MAX_TRIED = 10;
