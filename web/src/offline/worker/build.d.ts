/** Put in by the build (web/scripts/worker.mjs). */
declare const BUILD: {
  /** Another one for other files. */
  id: string;
  /** Scripts and styles of the shop: home, lists, product, cart and what they open. */
  files: readonly string[];
  /** Addresses of the answers that every list asks for: categories and countries. */
  answers: readonly string[];
  /** The stylesheet. */
  css: string;
};
