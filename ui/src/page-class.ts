/** The column that every page's content stands in: 1320 px at most, gutters of 16, 24 and 32. */
export const pageClass = 'mx-auto w-full max-w-page px-4 md:px-6 xl:px-8';

/**
 * A part below the first view: until `useLayOutAll` says so it is laid out only when one comes near it, which halves
 * the work before the first paint. Its height until then stands beside this class: `contain-intrinsic-block-size`.
 */
export const deferredLayoutClass = '[html:not([data-laid-out])_&]:[content-visibility:auto]';
