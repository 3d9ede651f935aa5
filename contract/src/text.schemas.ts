import { z } from 'zod';
import { FORBIDDEN_CHARACTERS } from './account/account.rules.ts';

const tooLong = (max: number): string => `Write ${max} characters at most.`;
const hasMaxLength = (max: number) => (text: string) => [...text].length <= max;

/** The text of `invalid_input` for a cursor that no response contained. */
export const CURSOR_TEXT = 'Take the cursor from `next` of a response.';

/**
 * The query parameter `cursor`, which is in the URL `next` of the page before (API-39).
 * @param pattern what the cursors of the list look like
 */
export const cursorText = (pattern = /^[\w.-]{1,100}$/) => z.string().regex(pattern, CURSOR_TEXT);

/** A cursor that is the number of the last row of a page. @param max the largest number of the list */
export const idCursor = (max: number) =>
  cursorText(/^\d{1,15}$/)
    .transform(Number)
    .refine((id) => id <= max, CURSOR_TEXT);

/** A cursor that ends with a whole number of 64 bits. @param start what it begins with */
export const bigintCursor = (start: RegExp) =>
  z.string().refine((text) => {
    const [found] = start.exec(text) ?? [];
    const number = found === undefined ? '' : text.slice(found.length);
    return /^-?\d{1,19}$/.test(number) && BigInt.asIntN(64, BigInt(number)) === BigInt(number);
  }, CURSOR_TEXT);

/** A day of UTC, such as `2026-12-24`. */
export const day = z.iso.date('Write a day such as 2026-12-24.');

/** The body of a file that is downloaded. */
export const csvText = z.string();

/** One line of text: normalized to NFC and trimmed. */
export const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .refine(hasMaxLength(max), tooLong(max))
    .refine((text) => !FORBIDDEN_CHARACTERS.test(text), 'Write this without control characters.');

/** Control characters except line breaks and tabs, lone surrogates, and bidirectional overrides. */
const FORBIDDEN_IN_BLOCK = /[^\P{Cc}\n\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Text of several lines: normalized to NFC, line breaks are \n, trimmed. */
export const block = (max: number) =>
  z
    .string()
    .transform((text) =>
      text
        .normalize('NFC')
        .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
        .trim(),
    )
    .refine(hasMaxLength(max), tooLong(max))
    .refine((text) => !FORBIDDEN_IN_BLOCK.test(text), 'Write this without control characters.');
