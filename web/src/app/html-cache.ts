import { escapeHtml } from '@sokuwa/contract/html.ts';
import type { HtmlCache, Template } from '@sokuwa/ui/cached-html.tsx';
import type { AnyRouter } from '@tanstack/react-router';
import { LRUCache } from 'lru-cache';
import { categoryNamesQuery } from '../catalog/index.ts';
import type { AppContext } from '../lib/app-context.ts';
import { classAttributesOf } from './class-attributes.ts';
import { copyText } from './copy-text.ts';

/**
 * Limit of the HTML and keys together, at two bytes per character. It is needed because visitors can create any number of
 * parts, for example by their search terms.
 */
const MAX_CHARACTERS = 2_000_000;

/** HTML that was rendered for another page, and the values of its class attributes. */
type KnownHtml = { html: string; classes: ReadonlySet<string> };

/** Rendered parts by what they depend on, for all pages of a render thread. */
const parts = new LRUCache<string, KnownHtml>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: ({ html }, key) => html.length + key.length,
});

let lastId = 0;
const ids = new WeakMap<object, number>();
/** Returns a number for the object. A query whose data has changed has another object. */
const idOf = (data: object): number => {
  const id = ids.get(data) ?? ++lastId;
  ids.set(data, id);
  return id;
};

/** What every part depends on in addition to what its component says. */
const pageDependencies = (router: AnyRouter): readonly unknown[] => {
  const { queryClient, api } = router.options.context as AppContext;
  const { pathname } = router.latestLocation;
  const names = queryClient.getQueryData<object>(categoryNamesQuery(api).queryKey);
  // A link to the present page is marked, but only a link without search parameters. The parts contain no such link to a
  // product or a list.
  return [pathname.startsWith('/product/') ? '' : pathname, names && idOf(names)];
};

const PLACE_START = '<template data-place="';
const PLACE_END = '</template>';

/**
 * Replaces the places of HTML.
 * @param contentOf returns what fills a place, by its number and what React rendered inside
 * @returns the HTML in pieces, one of them for each place; undefined if a place has no content
 */
const replacePlaces = (
  html: string,
  contentOf: (place: number, inner: string) => string | undefined,
): string[] | undefined => {
  const pieces: string[] = [];
  let position = 0;
  for (;;) {
    const start = html.indexOf(PLACE_START, position);
    if (start === -1) break;
    const innerStart = html.indexOf('>', start) + 1;
    const innerEnd = html.indexOf(PLACE_END, innerStart);
    const place = Number.parseInt(html.slice(start + PLACE_START.length), 10);
    const content = contentOf(place, html.slice(innerStart, innerEnd));
    if (content === undefined) return undefined;
    pieces.push(html.slice(position, start), content);
    position = innerEnd + PLACE_END.length;
  }
  pieces.push(html.slice(position));
  return pieces;
};

/**
 * Returns what is inside the element with this attribute, or undefined if the page has no such element or a component of
 * it failed. React has escaped every "<" that does not begin a tag.
 */
const findInnerHtml = (html: string, attribute: string): string | undefined => {
  const position = html.indexOf(attribute);
  if (position === -1) return undefined;
  const tagStart = html.lastIndexOf('<', position);
  const start = html.indexOf('>', tagStart) + 1;
  const [tag] = /^\w+/.exec(html.slice(tagStart + 1, start)) ?? [];
  let depth = 1;
  for (const { 1: slash, index } of html.slice(start).matchAll(new RegExp(`<(/?)${tag}\\b`, 'g'))) {
    depth += slash ? -1 : 1;
    if (depth > 0) continue;
    const inner = html.slice(start, start + index);
    return inner.includes('<!--$!-->') ? undefined : inner;
  }
  return undefined;
};

const SPECIAL = /[&<>"']/;
/** Escapes a text as React does. */
const escapeText = (text: string): string =>
  SPECIAL.test(text) ? escapeHtml(text).replaceAll('&#39;', '&#x27;') : text;

/** The HTML of a template between its texts, and the indexes of these. */
type ParsedTemplate = { html: string[]; indexes: number[]; classes: ReadonlySet<string> };

const parseTemplate = (html: string, placeholders: readonly string[]): ParsedTemplate => {
  const copy = copyText(html);
  const found = copy.split(new RegExp(`(${placeholders.filter(Boolean).join('|')})`));
  return {
    classes: classAttributesOf(copy),
    html: found.filter((_, n) => n % 2 === 0),
    indexes: found.filter((_, n) => n % 2 === 1).map((placeholder) => placeholders.indexOf(placeholder)),
  };
};

/** Templates of earlier pages by their shape and what every part depends on. */
const templates = new LRUCache<string, ParsedTemplate>({
  maxSize: MAX_CHARACTERS / 4,
  sizeCalculation: ({ html }, key) => html.join('').length + key.length,
});

/** A template with its shape. */
type Shape = {
  key: string;
  placeholders: readonly string[];
  isUsable: boolean;
  isKnown: boolean;
  parsed?: ParsedTemplate;
};
/** What fills a place. */
type Place = { shape: Shape; texts: readonly string[] } | KnownHtml;

/** The HTML that fills a place; undefined if its template was not rendered. */
const htmlOf = (place: Place): string | undefined => {
  if ('html' in place) return place.html;
  const { shape, texts } = place;
  if (!shape.parsed) return undefined;
  const { html, indexes } = shape.parsed;
  const escaped = texts.map(escapeText);
  let content = html[0] ?? '';
  for (let n = 0; n < indexes.length; n++) content += (escaped[indexes[n] ?? 0] ?? '') + (html[n + 1] ?? '');
  return content;
};

type Places = Pick<HtmlCache, 'addPlace'> & {
  /** Adds a place that is filled with a part. @returns the HTML of the place */
  addPart(part: KnownHtml): string;
  /** The values of the class attributes of the parts and templates of earlier pages that this page uses. */
  knownClasses(): ReadonlySet<string>[];
  /**
   * Fills the places of a page's HTML.
   * @returns the HTML in pieces, one of them for each place; undefined if a template was not rendered, because the page failed
   *   there
   */
  fill(html: string): string[] | undefined;
  /** Fills the places of the parts inside another part; undefined if a template has a place there too. */
  fillParts(html: string): string | undefined;
  /** Keeps the templates that this page rendered. */
  storeTemplates(): void;
};

/** The places of one page. */
const openPlaces = (router: AnyRouter): Places => {
  const shapes = new Map<string, Shape>();
  const places: Place[] = [];
  let dependencies: string | undefined;
  const openShape = ({ shape, placeholders }: Template): Shape => {
    const { site } = router.options.context as AppContext;
    dependencies ??= JSON.stringify([pageDependencies(router), site.isDataSaverOn]);
    const key = `${dependencies} ${shape}`;
    const parsed = templates.get(key);
    if (parsed) return { key, placeholders, isUsable: true, isKnown: true, parsed };
    // A search term can be a placeholder.
    const isUsable = !placeholders.some((placeholder) => placeholder !== '' && shape.includes(placeholder));
    return { key, placeholders, isUsable, isKnown: false };
  };
  return {
    addPlace: (template, texts) => {
      let shape = shapes.get(template.shape);
      const isFirst = shape === undefined;
      if (!shape) {
        shape = openShape(template);
        shapes.set(template.shape, shape);
      }
      if (!shape.isUsable) return undefined;
      return { place: places.push({ shape, texts }) - 1, isFirst: isFirst && !shape.isKnown };
    },
    addPart: (part) => `${PLACE_START}${places.push(part) - 1}">${PLACE_END}`,
    knownClasses: () => [
      ...places.flatMap((place) => ('html' in place ? place.classes : [])),
      ...[...shapes.values()].flatMap(({ isKnown, parsed }) => (isKnown && parsed ? parsed.classes : [])),
    ],
    fill: (html) =>
      replacePlaces(html, (number, inner) => {
        const place = places[number];
        if (place && !('html' in place) && inner) place.shape.parsed = parseTemplate(inner, place.shape.placeholders);
        return place && htmlOf(place);
      }),
    fillParts: (html) =>
      replacePlaces(html, (number) => {
        const place = places[number];
        return place && 'html' in place ? place.html : undefined;
      })?.join(''),
    storeTemplates: () => {
      for (const { key, isKnown, parsed } of shapes.values()) if (parsed && !isKnown) templates.set(key, parsed);
    },
  };
};

/** The cache for one page. */
export const openHtmlCache = (
  router: AnyRouter,
): HtmlCache &
  Places & {
    /** Stores the parts and templates that React rendered for this page. */
    store(html: string): void;
  } => {
  const missing = new Map<string, string>();
  const places = openPlaces(router);
  return {
    ...places,
    find: (name, dependencies, data) => {
      const key = JSON.stringify([name, dependencies, data && idOf(data), pageDependencies(router)]);
      const part = parts.get(key);
      if (part) return places.addPart(part);
      missing.set(name, key);
      return undefined;
    },
    store: (html) => {
      places.storeTemplates();
      for (const [name, key] of missing) {
        const inner = findInnerHtml(html, ` data-part="${name}"`);
        const filled = inner === undefined ? undefined : places.fillParts(inner);
        if (filled === undefined) continue;
        const copy = copyText(filled);
        parts.set(key, { html: copy, classes: classAttributesOf(copy) });
      }
    },
  };
};
