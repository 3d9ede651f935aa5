import { type ComponentPropsWithoutRef, createContext, type ReactNode, use } from 'react';

/** HTML that the server has rendered before, for other pages or for the same page. */
export type HtmlCache = {
  /**
   * Finds a part of the page.
   * @param dependencies the `dependsOn` of CachedHtml
   * @param data its `data`
   * @returns HTML that stands for it until the page is rendered; undefined if no page had this part with the same dependencies
   */
  find(name: string, dependencies: readonly unknown[] | undefined, data: object | undefined): string | undefined;
  /**
   * Adds a place that is filled from a template after the page is rendered.
   * @returns the place's number, and whether its template is still to be rendered, there; undefined if the place needs
   *   no template because React renders it
   */
  addPlace(template: Template, texts: readonly string[]): { place: number; isFirst: boolean } | undefined;
};

/** What parts of a page have in common that differ only in their texts. */
export type Template = {
  /** Everything that the HTML depends on, except the texts. */
  shape: string;
  /** What stands for each text in the template; '' if the text is not in it. */
  placeholders: readonly string[];
};

/** Undefined in the browser, which has no cache. */
export const HtmlCacheContext = /* @__PURE__ */ createContext<HtmlCache | undefined>(undefined);

type CachedElement = 'aside' | 'div' | 'header' | 'nav';
type CachedHtmlProps<Element extends CachedElement> = Omit<ComponentPropsWithoutRef<Element>, 'children'> & {
  as: Element;
  /** Unique in the shop. */
  name: string;
  /**
   * What the children depend on, in addition to the names of the categories and the page that their links could lead to. Its
   * values must be serializable as JSON.
   */
  dependsOn?: readonly unknown[];
  /** Data of a query that the children depend on. The query has other data when another object is passed. */
  data?: object | undefined;
  /** Is not called if the HTML is known. */
  children: () => ReactNode;
};

/**
 * An element with children that are the same in many pages, so the server renders them once. The browser renders them as
 * usual. Links of the children must not copy search parameters of the page (`search={(previous) => …}`) that are not in `dependsOn`,
 * because the HTML is used for pages with others.
 */
export function CachedHtml<Element extends CachedElement>({
  as: element,
  name,
  dependsOn,
  data,
  children,
  ...props
}: CachedHtmlProps<Element>) {
  const Element: CachedElement = element;
  // The condition removes the cache from the code for browsers.
  const html = import.meta.env.SSR ? use(HtmlCacheContext)?.find(name, dependsOn, data) : undefined;
  return html === undefined ? (
    <Element {...props} data-part={name}>
      {children()}
    </Element>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote and escaped this HTML
    <Element {...props} data-part={name} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

type FromTemplateProps = {
  template: Template;
  texts: readonly string[];
  /** `hasPlaceholders`: instead of the texts. */
  children: (hasPlaceholders: boolean) => ReactNode;
};

/**
 * On the server, a part that a page contains many times: React renders one of each shape with placeholders, and the others
 * are copies of its HTML with their texts. The children must not use `useId` or Suspense, and no picture among them may load
 * eagerly, because React adds a preload for it.
 */
export function FromTemplate({ template, texts, children }: FromTemplateProps) {
  const added = use(HtmlCacheContext)?.addPlace(template, texts);
  // The cache replaces these elements.
  return added ? <template data-place={added.place}>{added.isFirst && children(true)}</template> : children(false);
}
