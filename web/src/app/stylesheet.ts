import css from './app.css?url';
import { PAGE_STYLES_ID } from './page-styles-id.ts';

/** The link that page-start.ts adds when the visitor does something. */
const LINK_ID = 'stylesheet';

/** Whether the visitor did something before the scripts ran. */
export const wasUsedEarly = (): boolean => document.getElementById(LINK_ID) !== null;

let loading: Promise<void> | undefined;

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const added = document.getElementById(LINK_ID) as HTMLLinkElement | null;
    if (added?.sheet) return resolve();
    const link = added ?? Object.assign(document.createElement('link'), { id: LINK_ID, rel: 'stylesheet', href: css });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      loading = undefined;
      reject(new Error('The stylesheet could not be loaded'));
    });
    if (!added) document.body.append(link);
  });

/**
 * Loads the whole stylesheet unless the page has it: a page that was rendered with its own rules (page-styles.ts) needs the
 * others for what opens, and for the next page.
 * @throws when it cannot be loaded; the next call tries again
 */
export const loadStylesheet = (): Promise<void> => {
  loading ??= document.getElementById(PAGE_STYLES_ID) ? load() : Promise.resolve();
  return loading;
};
