/** Local storage key and value of the choice to see converted prices first (MONEY-14), and the attribute of <html> that shows it. */
export const PRICE_ORDER_KEY = 'prices';
export const CONVERTED_FIRST = 'converted';
export const PRICE_ORDER_ATTRIBUTE = 'data-converted-first';

/**
 * Applies the choice before the first paint, so that cached pages are the same for all visitors. Later applies choices
 * of other tabs, also when the back/forward cache restores the page.
 */
export const PRICE_ORDER_SCRIPT = `(()=>{let f=()=>{try{document.documentElement.toggleAttribute('${PRICE_ORDER_ATTRIBUTE}',localStorage.${PRICE_ORDER_KEY}=='${CONVERTED_FIRST}')}catch{}};f();addEventListener('storage',f);addEventListener('pageshow',f)})()`;
