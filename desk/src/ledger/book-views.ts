/** The views of the page, as `view` of its address. */
export const BOOKS_VIEWS = ['check', 'day', 'entries'] as const;
