/** The message of an error on one line; for an aggregate error, the message of the first. */
export const describeReason = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return describeReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const message = error.message
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.?!]$/, '');
  return error.cause instanceof Error ? `${message} (${describeReason(error.cause)})` : message;
};
