import { type ComponentPropsWithoutRef, createContext, type ReactNode, use } from 'react';

/** HTML that the server has rendered for other pages. */
export type HtmlCache = {
  /**
   * Finds the HTML of a part of the page.
   * @param dependencies the `dependsOn` of CachedHtml
   * @returns undefined if no page had this part with the same dependencies
   */
  find(name: string, dependencies: readonly unknown[] | undefined): string | undefined;
};

/** Undefined in the browser, which has no cache. */
export const HtmlCacheContext = /* @__PURE__ */ createContext<HtmlCache | undefined>(undefined);

type CachedElement = 'aside' | 'div' | 'nav';
type CachedHtmlProps<Element extends CachedElement> = Omit<ComponentPropsWithoutRef<Element>, 'children'> & {
  as: Element;
  /** Unique in the shop. */
  name: string;
  /** What the children depend on, in addition to the path and the categories. Its values must be serializable as JSON. */
  dependsOn?: readonly unknown[];
  /** Is not called if the HTML is known. */
  children: () => ReactNode;
};

/**
 * An element with children that are the same in many pages, so the server renders them once. The browser renders them as
 * usual. Links of the children must not copy the search parameters of the page (`search={(previous) => …}`),
 * because the HTML is used for pages with other parameters.
 */
export function CachedHtml<Element extends CachedElement>({
  as: element,
  name,
  dependsOn,
  children,
  ...props
}: CachedHtmlProps<Element>) {
  const Element: CachedElement = element;
  // The condition removes the cache from the code for browsers.
  const html = import.meta.env.SSR ? use(HtmlCacheContext)?.find(name, dependsOn) : undefined;
  return html === undefined ? (
    <Element {...props} data-part={name}>
      {children()}
    </Element>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote and escaped this HTML
    <Element {...props} data-part={name} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
