/** The column of every page's content: at most 1320 px wide (1600 px on screens wider than that), with gutters of 16, 24 and 32 px. */
export const pageClass = 'mx-auto w-full max-w-page px-4 md:px-6 xl:px-8';
