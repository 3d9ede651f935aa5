import type { Rolldown } from 'vite';

/**
 * Which modules the build puts into one file. There are few files, as the headers of a request are as large as a small
 * component. A module belongs to the first matching group, otherwise to the route that imports it.
 * docs/decisions/page-weight.md has the limit for the home page.
 */

/** The project's own modules, and the icons. */
const OWN_CODE = /\/(?:web|ui|contract)\/src\/|lucide-react/;
/** The heads of lists and product pages: the only code of these pages that their first view loads. */
const HEADS = /\/catalog\/(?:list-head|product-head|structured-data|read-product)\./;
/**
 * Header, footer and the pages that are hydrated late (docs/decisions/first-paint.md), with all that they import: one file, because a
 * slow line takes as long for a request as for 30 kB, and the next page is one of them too.
 */
const PARTS = /\/app\/layout\/(?:header|footer)\.tsx|\/routes\/-(?:home|list|product)\.tsx/;
/** The cart without its components, and the mutations that it shares with the saved items. */
const CART = /\/web\/src\/cart\/[\w.-]+\.ts$|\/lib\/mutations\.ts|\/mutationObserver\.js/;
/** They share Base UI's code, so the first one that opens loads all. */
const OVERLAYS = /\/ui\/src\/(?:confirm-dialog|dialog|drawer|sheet|toaster)\.tsx/;
/** What the information pages share; the text of each is in its own file. */
const INFO_PAGES = /\/web\/src\/info\//;
/** What the sign-in and registration pages share. */
const SIGN_IN =
  /\/account\/(?:form-page|use-redirect-when-signed-in|start-session|account-texts|email-form|google-sign-in|remembered-email)\.tsx?|\/ui\/src\/use-form/;
/** What the pages of signed-in visitors share. */
const ACCOUNT = /\/src\/(?:account|addresses|checkout|orders)\/|\/ui\/src\/status-pill\.tsx/;
/** Used by few pages, or large because of a library: a file each. */
const RARELY_USED =
  /\/cart\/cart-parts\.tsx|\/geo\/place-fields\.tsx|\/lib\/not-found-page\.tsx|\/saved\/viewed-products\.ts|\/ui\/src\/(?:combobox|search-text)\.tsx?/;

const isShared = (id: string): boolean =>
  OWN_CODE.test(id) && [OVERLAYS, INFO_PAGES, SIGN_IN, ACCOUNT, RARELY_USED].every((other) => !other.test(id));

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Changes rarely, so it stays in the browser's cache when a new version of the shop is deployed. Parts of these packages
  // that only some pages use stay with those pages.
  {
    name: 'framework',
    test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack)\//,
  },
  // The entry and what it imports statically: the layout of every page.
  { name: 'layout', test: OWN_CODE, tags: ['$initial'] },
  { name: 'heads', test: HEADS },
  { name: 'parts', test: PARTS },
  // Loaded when the visitor has something in the cart or adds something, and with the saved items.
  { name: 'cart', test: CART },
  { name: 'shared', test: isShared, minShareCount: 3 },
  { name: 'overlays', test: OVERLAYS },
  { name: 'sign-in', test: SIGN_IN },
  { name: 'account', test: ACCOUNT, minShareCount: 2 },
  { name: 'info', test: INFO_PAGES, minShareCount: 3 },
];
