/** Constants that the build defines (web/scripts/worker.mjs). */
declare const BUILD: {
  /** A hash of the precached files. */
  id: string;
  /** Scripts and styles to precache: home, lists, product, cart, and what they load on demand. */
  files: readonly string[];
  /** URL of the stylesheet. */
  css: string;
};

/** Constants of the installation, which the server writes before the script (server/src/pages/worker.routes.ts). */
declare const SITE: {
  /** The base URL of the API: a path on the shop's own origin, otherwise absolute. */
  api: string;
  /** API URLs to precache: categories and countries. */
  apiUrls: readonly string[];
};
