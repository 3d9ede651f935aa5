/** Minimum and maximum length of a password (ACCOUNT-43, ACCOUNT-44). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Maximum length of a first or last name. */
export const NAME_MAX = 80;
export const STREET_MAX = 200;
/** Maximum length of an address (RFC 5321). */
export const EMAIL_MAX = 254;
/** Maximum file size and resolution of a profile picture. */
export const PICTURE_MEGABYTES = 10;
export const PICTURE_MEGAPIXELS = 50;

/** Normalises a password for hashing: keyboards compose the same letters differently. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** Length of a password in code points. */
export const passwordLength = (password: string): number => [...normalizePassword(password)].length;

/** Text, at sign, text, dot, text, without white space. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
/** Whether the text has the form of an email address; whether it exists is not checked. */
export const isEmail = (text: string): boolean => EMAIL_PATTERN.test(text);

/** Control characters, line breaks, lone surrogates and bidirectional overrides. */
export const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
