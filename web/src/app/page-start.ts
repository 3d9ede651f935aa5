import css from './app.css?url';

/**
 * Starts a page. It runs there as text, so it is short and uses nothing outside.
 * - When the first view is painted with its main pictures, or 1.5 s later: the scripts, the web fonts and the other pictures. Before
 *   that, the main pictures have the line and the processor for themselves. A page in the background is not painted.
 * - When the visitor does something: all of that, and the whole stylesheet (page-styles.ts). What counts is the same as in
 *   late-hydration.tsx, except that the page may scroll to its anchor before it is painted.
 */
const startPage = (): void => {
  const { body, currentScript, hidden, images } = document;
  const { modules = '', stylesheet } = currentScript?.dataset ?? {};
  const find = (id: string) => document.getElementById(id);
  const add = (name: string, properties: object) =>
    body.append(Object.assign(document.createElement(name), properties));
  let isPainted = false;
  const start = () => {
    const lazyPictures = find('lazy-pictures');
    if (!lazyPictures) return;
    lazyPictures.remove();
    find('fonts')?.removeAttribute('media');
    const [src, ...others] = modules.split(' ');
    for (const href of others) add('link', { rel: 'modulepreload', href });
    add('script', { type: 'module', src });
  };
  const stop = new AbortController();
  const interact = ({ type, target, movementX, movementY }: Partial<PointerEvent>) => {
    // Carousels scroll by themselves, and a page to its anchor. Browsers report a resting pointer when the page under it changes.
    if (type === 'scroll' ? target !== document || !isPainted : type === 'pointermove' && !movementX && !movementY)
      return;
    stop.abort();
    if (!find('stylesheet'))
      add('link', {
        id: 'stylesheet',
        rel: 'stylesheet',
        href: stylesheet,
        // stylesheet.ts tries again.
        onerror: () => find('stylesheet')?.remove(),
      });
    start();
  };
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'])
    addEventListener(type, interact, { signal: stop.signal, capture: true, passive: true });
  if (hidden) start();
  // For browsers that report no paint.
  setTimeout(start, 10_000);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    isPainted = true;
    setTimeout(start, 1500);
    const main = [...images].filter((image) => image.fetchPriority === 'high' && image.currentSrc);
    void Promise.allSettled(main.map((image) => image.decode())).then(start);
  }).observe({ type: 'paint', buffered: true });
};

/**
 * The script without comments, which the build removes already, and without white space around punctuation. No string in it contains
 * white space beside punctuation.
 */
const PAGE_START_SCRIPT = `(${startPage})()`.replace(/^\s*\/\/.*/gm, '').replace(/\s*([^\w\s$'"`])\s*/g, '$1');

/**
 * The elements of a page's scripts.
 * @param modules URLs of its scripts, the entry first
 * @param startsLate whether they wait until the first view is painted
 * @returns HTML for the end of the head and for the end of the body, and the texts of the inline scripts
 */
export const buildScripts = (
  modules: readonly string[],
  startsLate: boolean,
): { head: string; body: string; scripts: string[] } => {
  const [entry] = modules;
  if (entry === undefined) return { head: '', body: '', scripts: [] };
  if (startsLate) {
    const body = `<script data-modules="${modules.join(' ')}" data-stylesheet="${css}">${PAGE_START_SCRIPT}</script>`;
    return { head: '', body, scripts: [PAGE_START_SCRIPT] };
  }
  return {
    head: modules.map((href) => `<link rel="modulepreload" href="${href}">`).join(''),
    body: `<script type="module" async src="${entry}"></script>`,
    scripts: [],
  };
};
