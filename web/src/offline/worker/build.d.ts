/** Constants that the build defines (web/scripts/worker.mjs). */
declare const BUILD: {
  /** Changes with the files. */
  id: string;
  /** Scripts and styles to precache: home, lists, product, cart, and what they load on demand. */
  files: readonly string[];
  /** API URLs to precache: categories and countries. */
  apiUrls: readonly string[];
  /** The stylesheet. */
  css: string;
};
