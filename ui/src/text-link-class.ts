/** An inline link. For other links use `buttonClass` or `menuLinkClass`. */
export const textLinkClass = 'font-medium text-link underline underline-offset-4 hover:decoration-2';
