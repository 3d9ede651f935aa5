/** The visitor's choice, or automatic. */
export type Choice = 'on' | 'off' | 'auto';

const YEAR_SECONDS = 31_536_000;

/**
 * The value of the cookie, which the server reads too (server/src/pages/data-saver.ts): the visitor's choice, for a year; "slow"
 * on a slow network, until the browser closes; otherwise there is no cookie.
 */
export const readCookie = (): string | undefined => /(?:^|; )data-saver=(\w+)/.exec(document.cookie)?.[1];

export const writeCookie = (value: 'on' | 'off' | 'slow' | undefined): void => {
  const maxAge = value === 'slow' ? '' : `; max-age=${value ? YEAR_SECONDS : 0}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `data-saver=${value ?? ''}; path=/; samesite=lax${maxAge}`;
};

export const readChoice = (): Choice => {
  const value = readCookie();
  return value === 'on' || value === 'off' ? value : 'auto';
};

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

/** Network Information API; Chromium only. */
export const getConnection = (): Connection | undefined => (navigator as { connection?: Connection }).connection;

/** Whether the browser requests data saving, or the network is 2G. */
export const wantsSaving = (): boolean => {
  const { saveData, effectiveType = '' } = getConnection() ?? {};
  return saveData === true || /2g$/.test(effectiveType);
};
