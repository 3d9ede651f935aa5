/** The views of the list, as `view` of its address. */
export const RETURN_VIEWS = ['requested', 'accepted', 'appealed', 'received', 'refunded', 'declined', 'all'] as const;

/** The views of the list, as `view` of its address: first those that wait for an operator. */
export const MARKET_RETURN_VIEWS = [
  'appealed',
  'overdue',
  'requested',
  'accepted',
  'received',
  'refunded',
  'declined',
  'all',
] as const;
