import { ApiError } from '@sokuwa/contract/api-client.ts';

/** The texts for failed message requests (MESSAGE-16, MESSAGE-25, MESSAGE-33, MESSAGE-43 to MESSAGE-48). */

const readServerText = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.serverMessage : undefined;

export const NO_TOKEN = 'Authentication credentials were not found.';
export const NO_TOKEN_TOAST = 'User not authenticated, please login';

/** Whether the token is no longer stored, so that no messages may be shown (MESSAGE-18, MESSAGE-24). */
export const isTokenMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'credentials_missing';

export const describeListFailure = (error: unknown): string => readServerText(error) ?? 'Failed to load messages.';
export const describeDetailFailure = (error: unknown): string =>
  readServerText(error) ?? 'Failed to fetch message details';

/** A text with a code, as error alerts show them. */
export type Failure = { text: string; code: string };

export const NO_MERCHANT_TOKEN: Failure = { text: 'User not authenticated, please login.', code: 'AUTH_ERROR' };
export const EMPTY_REPLY: Failure = { text: 'Please enter a reply before sending.', code: 'EMPTY_CONTENT' };

export const describeReplyFailure = (error: unknown): Failure => ({
  text: readServerText(error) ?? 'Failed to send reply. Please try again.',
  code: String((error instanceof ApiError && error.status) || 'UNKNOWN_ERROR'),
});

const TEXT_BY_STATUS: Record<number, string> = {
  401: 'Authentication Failed: Your session has expired. Please log in again.',
  403: 'Permission Denied: You do not have permission to send this message.',
  429: 'Too Many Requests: You have sent too many messages. Please try again later.',
  500: 'Server Error: An unexpected error occurred on our server. Please try again later.',
};

export const describeContactFailure = (error: unknown): Failure => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (error instanceof ApiError && status === undefined)
    return {
      text: 'Network Error: No response received from the server. Please check your internet connection.',
      code: 'NETWORK_ERROR',
    };
  const text = (status !== undefined && TEXT_BY_STATUS[status]) || readServerText(error);
  return { text: text ?? 'Unable to send message. Please try again.', code: String(status ?? 'UNKNOWN_ERROR') };
};
