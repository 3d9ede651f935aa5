import { ApiError } from '@sokuwa/contract/api-client.ts';

/** The first message for each invalid field of a refused call. */
export const fieldErrors = (error: unknown): Record<string, string> => {
  if (!(error instanceof ApiError)) return {};
  const messages: Record<string, string> = {};
  for (const [name, [text]] of Object.entries(error.fieldErrors)) if (text !== undefined) messages[name] = text;
  return messages;
};
