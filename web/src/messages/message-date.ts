const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The time of a message in the reader's time zone: 'Mar 14, 2026, 10:42 AM' (MESSAGE-9). */
export const formatMessageDate = (timestamp: string): string => {
  const date = new Date(timestamp);
  // Some ICU versions put a narrow no-break space before AM and PM.
  return Number.isNaN(date.getTime()) ? '' : format.format(date).replaceAll('\u202f', ' ');
};
