/** The visitor's choice, or automatic. */
export type Choice = 'on' | 'off' | 'auto';

const A_YEAR = 31_536_000;

/**
 * The cookie, which the server reads too (server/src/pages/data-saver.ts): what was chosen by hand, for a year; "slow" where
 * the network is, until the browser closes; else none.
 */
export const readCookie = (): string | undefined => /(?:^|; )data-saver=(\w+)/.exec(document.cookie)?.[1];

export const writeCookie = (value: 'on' | 'off' | 'slow' | undefined): void => {
  const life = value === 'slow' ? '' : `; max-age=${value ? A_YEAR : 0}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `data-saver=${value ?? ''}; path=/; samesite=lax${life}`;
};

export const readChoice = (): Choice => {
  const value = readCookie();
  return value === 'on' || value === 'off' ? value : 'auto';
};

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

/** Network Information API; Chromium only. */
export const connection = (): Connection | undefined => (navigator as { connection?: Connection }).connection;

/** Whether the browser requests data saving, or the network is 2G. */
export const wantsSaving = (): boolean => {
  const { saveData, effectiveType = '' } = connection() ?? {};
  return saveData === true || /2g$/.test(effectiveType);
};
