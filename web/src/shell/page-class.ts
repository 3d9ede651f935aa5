/** The column that every page's content stands in: 1320 px at most, gutters of 16, 24 and 32. */
export const pageClass = 'mx-auto w-full max-w-page px-4 md:px-6 xl:px-8';
