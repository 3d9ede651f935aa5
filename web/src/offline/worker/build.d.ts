/** Constants that the build defines (web/scripts/worker.mjs). */
declare const BUILD: {
  /** A hash of the precached files. */
  id: string;
  /** Scripts and styles to precache: home, lists, product, cart, and what they load on demand. */
  files: readonly string[];
  /** API URLs to precache: categories and countries. */
  apiUrls: readonly string[];
  /** URL of the stylesheet. */
  css: string;
};
