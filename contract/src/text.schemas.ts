import { z } from 'zod';
import { UNWRITABLE } from './account/account.rules.ts';

const tooLong = (max: number): string => `Write ${max} characters at most.`;
const fits = (max: number) => (text: string) => [...text].length <= max;

/** One line of text as people write it: composed letters, no blanks around it. */
export const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .refine(fits(max), tooLong(max))
    .refine((text) => !UNWRITABLE.test(text), 'Write this without control characters.');

/** Controls but line ends and tabs, halves of surrogate pairs, and overrides of the direction that reach beyond the text. */
const UNWRITABLE_IN_BLOCK = /[^\P{Cc}\n\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Several lines of text as people write them: line ends are \n, no blanks around it all. */
export const block = (max: number) =>
  z
    .string()
    .transform((text) =>
      text
        .normalize('NFC')
        .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
        .trim(),
    )
    .refine(fits(max), tooLong(max))
    .refine((text) => !UNWRITABLE_IN_BLOCK.test(text), 'Write this without control characters.');
