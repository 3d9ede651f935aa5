/** What an error says, in one line; of many errors what the first one says. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const own = error.message
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.?!]$/, '');
  return error.cause instanceof Error ? `${own} (${reasonOf(error.cause)})` : own;
};
