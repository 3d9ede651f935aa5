import type { IncomingHttpHeaders } from 'node:http';

export const readCookie = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  headers.cookie?.match(new RegExp(`(?:^|;\\s*)${name}=([^;]*)`))?.[1];

/**
 * Whether the visitor wants few bytes: as the footer's switch or a slow network set the cookie
 * (web/src/data-saver/choice.ts), else as the browser's own header says.
 */
export const wantsSaving = (headers: IncomingHttpHeaders): boolean => {
  const chosen = readCookie(headers, 'data-saver');
  if (chosen === 'on' || chosen === 'slow') return true;
  return chosen !== 'off' && String(headers['save-data']).toLowerCase() === 'on';
};
