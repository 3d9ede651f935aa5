import type { BaseUrls } from './endpoint.ts';

/** Settings of this installation that pages need; sent to the browser with the page. */
export type Site = {
  /** Public origin, for canonical links. */
  origin: string;
  /** Base URLs of the API and the countries service. */
  baseUrls: BaseUrls;
  /** Where merchants work: a path on the shop's own origin, or an address. */
  sellUrl: string;
  /** Whether the pages at /sandbox/ui are served. */
  hasComponentPages: boolean;
  /** Whether shoppers can sign in with the identity provider. */
  hasIdentityProvider: boolean;
  /** Fallback URLs of flags; `{code}` is the country code in lower case. */
  flagSources: readonly string[];
  /** Whether the data saver is on: smaller pictures, no autoplay. */
  isDataSaverOn: boolean;
};

/** Everything besides its URL that a page depends on. It never identifies the visitor, since pages are cached. */
export type PageContext = Site & {
  /** The visitor's country code. */
  country: string;
  /** Calls the API without a token. */
  send: (call: { method: string; url: string }) => Promise<{ status: number; body: unknown }>;
};

/**
 * Renders one page.
 * @param path path and query of the request
 * @returns `html` in pieces, because V8 would copy a page several times to join it; `location` is set for a redirect within the shop;
 *   `scripts` and `styles` are the texts of the inline scripts and styles that the page's own code emits. No others may run or
 *   apply
 * @throws errors of components
 */
export type RenderPage = (
  path: string,
  context: PageContext,
) => Promise<{
  status: number;
  html: readonly string[];
  location?: string;
  scripts?: readonly string[];
  styles?: readonly string[];
}>;

/**
 * Renders one page of the desk for one person (docs/decisions/desk-application.md).
 * @param path path and query of the request
 * @param send calls the API as this person
 * @returns the HTML of the application, and its data; undefined if this person has no such page
 */
export type RenderDeskPage = (
  path: string,
  send: (call: { method: string; url: string }) => Promise<{ status: number; body: unknown }>,
) => Promise<readonly [page: string, data: string] | undefined>;
