/** What stands between the pages and the server that renders them. */

/** What the server says of itself; the browser gets it with the page. */
export type Site = {
  /** Of the shop as visitors know it, for canonical links. */
  origin: string;
  /** Whether the sandbox pages are served. */
  sandbox: boolean;
  /** Where flags are looked for after the shop's own; `{code}` stands for the country's two small letters. */
  flagSources: readonly string[];
  /** Whether the visitor wants few bytes: smaller pictures, nothing that plays by itself. */
  saving: boolean;
};

/** All that a page may depend on beside its address. Nothing in it tells who asks. */
export type PageContext = Site & {
  /** The visitor's. */
  country: string;
  /** Asks the API, for everybody. */
  send: (call: { method: string; url: string }) => Promise<{ status: number; body: unknown }>;
};

/**
 * Renders one page.
 * @param path path and query, as the browser asked for them
 * @returns `location` is set where the page is found elsewhere in the shop
 * @throws whatever a component throws while it is rendered
 */
export type RenderPage = (
  path: string,
  context: PageContext,
) => Promise<{ status: number; html: string; location?: string }>;
