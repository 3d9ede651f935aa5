import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from 'cookie';

/**
 * Whether the visitor wants to save data: by the cookie that the footer's switch or a slow network sets
 * (web/src/data-saver/choice.ts), else by the browser's Save-Data header.
 */
export const wantsSaving = (headers: IncomingHttpHeaders, { 'data-saver': chosen }: Cookies): boolean => {
  if (chosen === 'on' || chosen === 'slow') return true;
  return chosen !== 'off' && String(headers['save-data']).toLowerCase() === 'on';
};
