/** Letters that Unicode does not take apart into a plain one and a mark. */
const PLAIN: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ə: 'e' },
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ŋ: 'n', ɛ: 'e', ɔ: 'o', '’': "'", '‘': "'", ʻ: "'", ʼ: "'" },
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Text as a search sees it: small letters without accents and tone marks. */
export const normalizeSearchText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);

/** Whether one of the name's words begins with what was typed, however either is accented. Both are folded already. */
export const hasWordStartingWith = (name: string, typed: string): boolean => {
  for (let at = name.indexOf(typed); at >= 0; at = name.indexOf(typed, at + 1))
    if (at === 0 || /[\s\-'(/]/.test(name[at - 1] ?? '')) return true;
  return false;
};
