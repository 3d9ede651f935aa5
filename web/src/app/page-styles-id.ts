/** Id of the style element of a page that was rendered with its own rules. */
export const PAGE_STYLES_ID = 'page-styles';
