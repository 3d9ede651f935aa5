import type { Rolldown } from 'vite';

/**
 * Which modules the build puts into one file. There are few files, as the headers of a request are as large as a small
 * component. A module belongs to the first matching group, otherwise to the route that imports it.
 * docs/decisions/page-weight.md has the limit for the home page.
 */

/** The project's own modules, and the icons. */
const OWN_CODE = /\/(?:web|ui|contract)\/src\/|lucide-react/;
/** In the first view of the home page, and on most other pages. */
const CHEVRONS = /\/icons\/chevron-(?:left|right)\.mjs/;
/** The rest of the first view of the home page. */
const HOME = /\/home\/(?:home-page|use-home-list)\.tsx?|\/lib\/social-links\.tsx|\/catalog\/category-pictures\.ts/;
/** Product cards, and small modules that most pages with products use. */
const PRODUCTS =
  /\/catalog\/product-card\.tsx|\/ui\/src\/(?:breadcrumbs\.tsx|dividers\.tsx|empty-state\.tsx|panel\.tsx|scroll-behavior\.ts|text-link-class\.ts)|\/lib\/session\.ts|\/useLocation\.js|\/icons\/(?:check|minus|x)\.mjs/;
/** What an error of the API is called, for the pages that show one. A group of its own, as groups take in what they import. */
const REFUSALS =
  /\/contract\/src\/(?:refusals|refusal-texts|account\/account\.rules)\.ts|\/web\/src\/lib\/refusal-texts\.ts/;
/** What lists and product pages share, besides the product cards. */
const CATALOG = new RegExp(
  [
    '/catalog/(?:list-error|list-head|product-head)',
    '/saved/(?:saved.queries|saved.endpoints|follow-button)',
    '/ui/src/number-field',
    '/icons/(?:map-pin|truck)',
  ].join('|'),
);
/** What a list shares with its filters, which are loaded later. */
const FILTER_RULES = /\/catalog\/(?:hidden-search-fields|list-filters\.rules|price-filter\.rules|results-focus)\./;
/** The fields that a list on a phone shows too. */
const SELECTS = /\/ui\/src\/(?:chip|select)\.tsx/;
/** The other fields of forms, and of the filters, whose code a list loads later. */
const FIELDS = /\/ui\/src\/(?:accordion|checkbox-radio|email-field|text-field)\.tsx/;
/** The cart without its components, and the mutations that it shares with the saved items. */
const CART = /\/web\/src\/cart\/[\w.-]+\.ts$|\/lib\/mutations\.ts|\/mutationObserver\.js/;
/** The message counter of signed-in visitors, which is on every page. */
const MESSAGES =
  /\/web\/src\/messages\/(?:unread|follow-messages|event-stream|messages\.queries|message-texts)\.tsx?$|\/contract\/src\/messages\//;
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
    tags: ['$initial'],
  },
  // The entry and what it imports statically: the layout of every page.
  { name: 'layout', test: OWN_CODE, tags: ['$initial'] },
  { name: 'chevrons', test: CHEVRONS },
  { name: 'home', test: HOME },
  // What the blocks of the home page share with lists and product pages.
  { name: 'products', test: PRODUCTS },
  { name: 'refusals', test: REFUSALS },
  { name: 'structured-data', test: /\/catalog\/structured-data\.ts/ },
  { name: 'catalog', test: CATALOG },
  { name: 'filters', test: FILTER_RULES },
  { name: 'payment-marks', test: /\/ui\/src\/payment-mark\.tsx/ },
  { name: 'pagination', test: /\/ui\/src\/pagination\.tsx/ },
  { name: 'selects', test: SELECTS },
  { name: 'fields', test: FIELDS },
  // Loaded when the visitor has something in the cart or adds something, and with the saved items.
  { name: 'cart', test: CART },
  { name: 'messages', test: MESSAGES },
  { name: 'shared', test: isShared, minShareCount: 3 },
  { name: 'overlays', test: OVERLAYS },
  { name: 'sign-in', test: SIGN_IN },
  { name: 'account', test: ACCOUNT, minShareCount: 2 },
  { name: 'info', test: INFO_PAGES, minShareCount: 3 },
];
