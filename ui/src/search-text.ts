/** Letters that Unicode does not decompose into a base letter and a combining mark. */
const BASE_LETTERS: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ə: 'e' },
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ŋ: 'n', ɛ: 'e', ɔ: 'o', '’': "'", '‘': "'", ʻ: "'", ʼ: "'" },
};
const NON_DECOMPOSABLE = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'g');

/** Normalizes text for search: lower case, without accents and tone marks. */
export const normalizeSearchText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(NON_DECOMPOSABLE, (letter) => BASE_LETTERS[letter] ?? letter);

/** Whether a word of the text starts with the query. Both must be normalized. */
export const hasWordStartingWith = (text: string, query: string): boolean => {
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + 1))
    if (at === 0 || /[\s\-'(/]/.test(text[at - 1] ?? '')) return true;
  return false;
};
