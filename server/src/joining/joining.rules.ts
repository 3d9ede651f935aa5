import { APPLICATION_PARTS, type ApplicationPart } from '@sokuwa/contract/joining/joining.rules.ts';
import { searchWords } from '../catalog/index.ts';

/** Shorter words, such as initials, occur in many names. */
const MIN_WORD = 3;
const wordsOf = (name: string): string[] => searchWords(name).filter((word) => word.length >= MIN_WORD);

/**
 * Whether the holder of a bank account could be the store or the applicant: at least half of the words of one of the names are in it (JOIN-12).
 * @param holder as the bank says, such as 'SAKI YAM HOUSE ENTERPRISES'
 */
export const isNameSimilar = (holder: string, names: readonly string[]): boolean => {
  const known = new Set(wordsOf(holder));
  return names.some((name) => {
    const words = wordsOf(name);
    const shared = words.filter((word) => known.has(word));
    return shared.length > 0 && shared.length * 2 >= words.length;
  });
};

/** What an application needs before it is sent. `categories` are those that still exist. */
export type ApplicationContent = {
  place: string;
  phone: string | null;
  email: string | null;
  categories: readonly unknown[];
  description: string;
  expected_products: number | null;
  hasBankAccount: boolean;
  /** Whether the terms are accepted as they are now. */
  hasCurrentTerms: boolean;
};

const hasPart: Record<ApplicationPart, (content: ApplicationContent) => boolean> = {
  place: ({ place }) => place !== '',
  phone: ({ phone }) => phone !== null,
  email: ({ email }) => email !== null,
  categories: ({ categories }) => categories.length > 0,
  description: ({ description }) => description !== '',
  expected_products: ({ expected_products }) => expected_products !== null,
  bank_account: ({ hasBankAccount }) => hasBankAccount,
  terms: ({ hasCurrentTerms }) => hasCurrentTerms,
};

/** What is missing in an application, in the order of its steps (JOIN-9). */
export const findMissing = (content: ApplicationContent): ApplicationPart[] =>
  APPLICATION_PARTS.filter((part) => !hasPart[part](content));
