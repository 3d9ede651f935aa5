/** A link within words. Links that stand alone take `buttonClass` or `menuLinkClass`. */
export const textLinkClass = 'font-medium text-link underline underline-offset-4 hover:decoration-2';
