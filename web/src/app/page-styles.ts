import { stylesheetRules } from 'browser-build:v';
import fallbackFontsFile from '@sokuwa/ui/styles/fallback-fonts.css?raw';
import webFontsFile from '@sokuwa/ui/styles/web-fonts.css?raw';
import { LRUCache } from 'lru-cache';
import css from './app.css?url';
import { classAttributesOf } from './class-attributes.ts';
import { copyText } from './copy-text.ts';
import { type StyleRule, selectRules } from './css-rules.ts';
import { PAGE_STYLES_ID } from './page-styles-id.ts';

/** Pages of one kind have almost the same classes, so there are few. Each takes about 35 kB. */
const MAX_STYLES = 60;

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const decode = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? '');

const styles = new LRUCache<string, string>({ max: MAX_STYLES });
/** Numbers of class attributes, for short keys. Components write them, so there are only some hundreds. */
const numbers = new Map<string, number>();

/** The fonts of the system, and the rules of the stylesheet that a page uses, as CSS. */
const stylesOf = (html: string, knownClasses: Iterable<ReadonlySet<string>>, rules: readonly StyleRule[]): string => {
  const attributes = classAttributesOf(html);
  for (const values of knownClasses) for (const value of values) attributes.add(value);
  const key = Uint32Array.from(attributes, (value) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(copyText(value), numbers.size);
    return numbers.size - 1;
  })
    .sort()
    .join();
  const known = styles.get(key);
  if (known !== undefined) return known;
  const names = [...attributes].flatMap((value) => decode(value).split(' '));
  const text = fallbackFonts + selectRules(rules, new Set(names));
  styles.set(key, text);
  return text;
};

/**
 * Pictures that are not the main ones are not loaded before the page has started, which removes this style (page-start.ts): they are
 * far above the window, where lazy pictures are not loaded, and their place stays the same.
 */
const LAZY_PICTURES = '@media (scripting:enabled){img[loading=lazy]{translate:0 -99999px}}';
const removeCommentsAndLines = (text: string): string => text.replace(/\/\*.*?\*\/|\n\s*/gs, '');
const fallbackFonts = removeCommentsAndLines(fallbackFontsFile);
const webFonts = removeCommentsAndLines(webFontsFile);
const ALL_FONTS = fallbackFonts + webFonts;
const CORE_FONTS = ['/fonts/onest-core.woff2', '/fonts/bricolage-core.woff2']
  .map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin="anonymous">`)
  .join('');

/**
 * The styles in the head of a page: the rules that it uses, and the web fonts, which page-start.ts turns on. A page that shows
 * more in the browser than the server rendered gets the whole stylesheet and the main fonts, which are loaded before its first paint,
 * and so does one without scripts.
 * @param html the page
 * @param isComplete whether the server renders all that the page shows before an interaction
 * @param knownClasses the values of the class attributes of HTML that is yet to be written into the page
 * @returns HTML for the end of the head, and the texts of its inline styles
 */
export const buildStyles = (
  html: string,
  isComplete: boolean,
  knownClasses: Iterable<ReadonlySet<string>> = [],
): { head: string; styles: string[] } => {
  // In development the root route links the stylesheet, which is not built.
  const link = stylesheetRules ? `<link rel="stylesheet" href="${css}">` : '';
  if (!isComplete || !stylesheetRules)
    return { head: `${CORE_FONTS}<style>${ALL_FONTS}</style>${link}`, styles: [ALL_FONTS] };
  const own = stylesOf(html, knownClasses, stylesheetRules);
  const head = [
    `<style id="${PAGE_STYLES_ID}">${own}</style>`,
    `<style id="fonts" media="not all">${webFonts}</style>`,
    `<style id="lazy-pictures">${LAZY_PICTURES}</style>`,
    `<noscript><style>${webFonts}</style>${link}</noscript>`,
  ].join('');
  return { head, styles: [own, webFonts, LAZY_PICTURES] };
};
