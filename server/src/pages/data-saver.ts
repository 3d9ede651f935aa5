import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from 'cookie';

/**
 * Whether the data saver is on: by the cookie of the footer's switch or of a slow network (web/src/data-saver), otherwise by the
 * Save-Data header.
 */
export const readDataSaver = (headers: IncomingHttpHeaders, { 'data-saver': chosen }: Cookies): boolean => {
  if (chosen === 'on' || chosen === 'slow') return true;
  return chosen !== 'off' && String(headers['save-data']).toLowerCase() === 'on';
};
