import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { normalizePassword } from '@sokuwa/contract/account/account.rules.ts';
import { brand } from '@sokuwa/contract/brand.ts';

/**
 * 17,950 common passwords of at least 8 characters, in lower case, and 31,283 shorter ones: the bytes of a JSON array.
 * Searching the bytes takes less than 1 ms and only their 0.5 MB; building a Set would take 15 MB.
 */
const COMMON_PASSWORDS = readFileSync(
  createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json'),
);

/** Number of characters by which a password must differ from a word that everybody knows. */
const MIN_OTHER_CHARACTERS = 6;

const isCommon = (text: string): boolean => COMMON_PASSWORDS.includes(JSON.stringify(text));

/** Whether one to four characters repeat, such as `88888888`, `123123123` and `abcabcab`; the list has few of these. */
const isRepetition = (text: string): boolean =>
  [1, 2, 3, 4].some((length) => text === text.slice(0, length).repeat(text.length).slice(0, text.length));

const ASCENDING = ['abcdefghijklmnopqrstuvwxyz', '0123456789'.repeat(3)];
const SEQUENCES = ASCENDING.flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);
/** Whether it is a part of the alphabet or of the digits in order, such as `abcdefgh` and `0987654321`. */
const isSequence = (text: string): boolean => SEQUENCES.some((sequence) => sequence.includes(text));

const isVariantOf = (text: string, word: string): boolean =>
  text.includes(word) && text.length - word.length < MIN_OTHER_CHARACTERS;

/**
 * Whether a password is among the first that somebody would try (ACCOUNT-151): a common password, a repetition, a
 * sequence, or the shop's name, the email address or its local part with at most five more characters. Letter case does
 * not count.
 * @param password of 8 to 128 characters
 */
export const isGuessable = (password: string, email: string): boolean => {
  const text = normalizePassword(password).toLowerCase();
  const address = normalizePassword(email).toLowerCase();
  const words = [brand.name.toLowerCase(), address, address.slice(0, address.lastIndexOf('@'))];
  return isCommon(text) || isRepetition(text) || isSequence(text) || words.some((word) => isVariantOf(text, word));
};
