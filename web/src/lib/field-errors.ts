import { ApiError } from './api.ts';

/** What the server says is wrong with each field: the first sentence for each. */
export const fieldTexts = (error: unknown): Record<string, string> => {
  if (!(error instanceof ApiError)) return {};
  const texts: Record<string, string> = {};
  for (const [name, [text]] of Object.entries(error.fields)) if (text !== undefined) texts[name] = text;
  return texts;
};
