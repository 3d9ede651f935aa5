import { ApiError } from '@sokuwa/contract/api-client.ts';

const TEXT_BY_STATUS: Record<number, string> = {
  400: 'Invalid input. Please check your details and try again.',
  429: 'Too many requests. Please try again later.',
  500: 'Server error. Our team has been notified. Please try again later.',
};

/** The texts for a contact form that could not be sent (SUPPORT-17 to SUPPORT-24). */
export const contactFailure = (error: unknown): { text: string; code: string } => {
  if (!(error instanceof ApiError)) return { text: 'An unexpected error occurred', code: 'UNKNOWN' };
  const { status, serverMessage, errorKeyText, message } = error;
  if (status === undefined)
    return {
      text: 'No response received from server. Please check your internet connection.',
      code: 'NETWORK ERROR',
    };
  const code = `${status} ERROR`;
  // An unexpected success status, neither 200 nor 201.
  if (status < 300) return { text: message, code };
  return {
    text: TEXT_BY_STATUS[status] ?? serverMessage ?? errorKeyText ?? 'An error occurred while sending the message',
    code,
  };
};
