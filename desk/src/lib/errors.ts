import { ApiError } from '@sokuwa/contract/api-client.ts';

/** The text of a failed call: what the server says, which names what to do, or that there was no response. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.';
  if (error.status === undefined) return 'There is no connection. Check the network, and try again.';
  return error.serverMessage ?? `The shop did not respond as expected (${error.status}). Please try again.`;
};

/** Whether the call was refused with this code. */
export const isRefusal = (error: unknown, code: ApiError['code']): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** Whether the desk must be signed in to again. */
export const isSignedOut = (error: unknown): boolean =>
  isRefusal(error, 'token_invalid') || isRefusal(error, 'credentials_missing');

/** Whether what was asked for does not exist, for this person. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
