const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** When a message was written, at the reader's own clock: 'Mar 14, 2026, 10:42 AM' (MESSAGE-9). */
export const messageDate = (timestamp: string): string => {
  const date = new Date(timestamp);
  // Some versions of the data put a narrow blank before AM and PM.
  return Number.isNaN(date.getTime()) ? '' : format.format(date).replaceAll('\u202f', ' ');
};
