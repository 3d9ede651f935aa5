import type { IncomingHttpHeaders } from 'node:http';
import { readCookie } from '../platform/cookies.ts';

/**
 * Whether the visitor wants few bytes: as the footer's switch or a slow network set the cookie
 * (web/src/data-saver/choice.ts), else as the browser's own header says.
 */
export const wantsSaving = (headers: IncomingHttpHeaders): boolean => {
  const chosen = readCookie(headers, 'data-saver');
  if (chosen === 'on' || chosen === 'slow') return true;
  return chosen !== 'off' && String(headers['save-data']).toLowerCase() === 'on';
};
