/** Characters of a password (2-account-checkout, section 9; the upper bound is the shop's own). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Characters of a first or last name. */
export const NAME_MAX = 80;
export const STREET_MAX = 200;
/** What RFC 5321 lets a whole address have. */
export const EMAIL_MAX = 254;
/** Of an uploaded profile picture. */
export const PICTURE_MEGABYTES = 10;
export const PICTURE_MEGAPIXELS = 50;

/** The password as it is hashed: one text, however a keyboard composes its letters. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** Characters as a person counts them in a password: code points. */
export const passwordLength = (password: string): number => [...normalPassword(password)].length;

/** Text, at sign, text, dot, text; nothing blank in it (2-account-checkout, section 5). */
const EMAIL_SHAPE = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
export const isEmail = (text: string): boolean => EMAIL_SHAPE.test(text);

/** Controls, line ends, halves of surrogate pairs, and marks that turn the direction of what follows. */
export const UNWRITABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
