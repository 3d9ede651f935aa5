import { hash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { PageContext, RenderDeskPage, RenderPage } from '@sokuwa/contract/page.ts';
import { refusals } from '@sokuwa/contract/refusals.ts';
import { LRUCache } from 'lru-cache';
import { brotliOptions, type Compression, MIN_BYTES_TO_COMPRESS } from '../platform/brotli.ts';
import { etagOf } from '../platform/response-cache.ts';

/** Everything that a page depends on, and how to return it. It never identifies the visitor, since pages are cached. */
export type RenderRequest = Omit<PageContext, 'send'> & {
  /** Path and query of the request. */
  path: string;
  /** How to compress the page with brotli, if at all. */
  compression: Compression | undefined;
};
/** A page of the desk, for one person. */
export type DeskRenderRequest = Pick<RenderRequest, 'path' | 'compression'> & {
  /** The document of the desk, before the page and after it. */
  document: readonly [start: string, end: string];
};
/** The bytes of a rendered page, and the data for its response headers. */
export type RenderedPage = {
  status: number;
  location: string | undefined;
  body: Uint8Array<ArrayBuffer>;
  /** Whether the body is compressed with brotli. */
  isCompressed: boolean;
  /** Of the body before compression. */
  etag: string;
  /** Its inline scripts as policy sources: 'sha256-…'. */
  scripts: string[];
  /** Its inline styles, likewise. */
  styles: string[];
  /** Whether an API call of the page found the database unavailable. */
  databaseUnavailable: boolean;
};
/** A response of the API. The body is omitted when the caller's ETag is still valid. */
export type ApiResponse = { status: number; etag: string | undefined; body: Uint8Array | undefined };
/**
 * Calls the API.
 * @param url path and query, without the API's prefix
 * @param knownEtag the ETag of the response that the caller already has
 */
export type FetchApi = (url: string, knownEtag: string | undefined) => Promise<ApiResponse>;
/** Renders one page. @throws errors of components */
export type PageRenderer = (request: RenderRequest, fetchApi: FetchApi) => Promise<RenderedPage>;

/** Limit of the bodies of parsed responses, in bytes of JSON. As objects they take several times as much memory. */
const MAX_PARSED_BYTES = 1_500_000;

/** Parses each API response once: many pages are rendered from it, and none changes it. */
const createResponseReader = () => {
  const parsed = new LRUCache<string, { etag: string; value: unknown }>({ maxSize: MAX_PARSED_BYTES });
  return async (fetchApi: FetchApi, url: string): Promise<{ status: number; body: unknown }> => {
    const cached = parsed.get(url);
    const { status, etag, body } = await fetchApi(url, cached?.etag);
    if (!body) return { status, body: cached?.value };
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    if (etag !== undefined) parsed.set(url, { etag, value }, { size: url.length + body.length });
    return { status, body: value };
  };
};

/** A script or style of a document as a source of its content security policy. */
export const toSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
const MAX_STYLES = 60;
/** The sources of styles, which are long and the same in many pages. */
const styleSources = new LRUCache<string, string>({ max: MAX_STYLES });
const toStyleSource = (text: string): string => {
  const source = styleSources.get(text) ?? toSource(text);
  styleSources.set(text, source);
  return source;
};
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Encodes texts as UTF-8, one after the other, into memory of its own, which can be transferred between threads. */
const encodePieces = (pieces: readonly string[]): Uint8Array<ArrayBuffer> => {
  const body = Buffer.allocUnsafeSlow(pieces.reduce((bytes, piece) => bytes + Buffer.byteLength(piece), 0));
  let position = 0;
  for (const piece of pieces) position += body.write(piece, position);
  return body;
};

/**
 * Encodes a page's HTML.
 * @param html in pieces
 * @param inline the inline scripts and styles that the page's own code emitted. The content security policy allows only these,
 *   so an injected script does not run
 */
export const toRenderedPage = (
  html: readonly string[],
  page: { status: number; location?: string; databaseUnavailable: boolean },
  { scripts = [], styles = [] }: { scripts?: readonly string[]; styles?: readonly string[] } = {},
): RenderedPage => {
  const body = encodePieces(html);
  return {
    ...page,
    location: page.location,
    body,
    isCompressed: false,
    etag: etagOf(body),
    scripts: unique(scripts.map(toSource)),
    styles: unique(styles.map(toStyleSource)),
  };
};

/** Compresses a page with brotli, unless it is small. A render thread does this itself: it then sends the main thread an eighth of the bytes. */
const compressPage = (page: RenderedPage, compression: Compression): RenderedPage => {
  const { length } = page.body;
  if (length < MIN_BYTES_TO_COMPRESS) return page;
  const compressed = brotliCompressSync(page.body, brotliOptions(length, compression));
  // Only memory that nothing else uses can be transferred to another thread.
  const body = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(body);
  return { ...page, body, isCompressed: true };
};

/** Renders pages with the `render` function of the built bundle. */
export const createPageRenderer = (render: RenderPage): PageRenderer => {
  const readResponse = createResponseReader();
  return async ({ path, compression, ...context }, fetchApi) => {
    let databaseUnavailable = false;
    const send: PageContext['send'] = async ({ url }) => {
      const response = await readResponse(fetchApi, url);
      databaseUnavailable ||= response.status === refusals.database_unavailable.status;
      return response;
    };
    const { html, scripts, styles, ...page } = await render(path, { ...context, send });
    const rendered = toRenderedPage(
      html,
      { ...page, databaseUnavailable },
      { ...(scripts && { scripts }), ...(styles && { styles }) },
    );
    return compression ? compressPage(rendered, compression) : rendered;
  };
};

/** Renders pages of the desk with the `render` function of its bundle. Nothing of a person is cached. The status is 404 if the person has no such page. */
export const createDeskRenderer =
  (render: RenderDeskPage) =>
  async (
    { path, compression, document: [start, end] }: DeskRenderRequest,
    fetchApi: FetchApi,
  ): Promise<RenderedPage> => {
    const page = await render(path, async ({ url }) => {
      const { status, body } = await fetchApi(url, undefined);
      return { status, body: body && JSON.parse(Buffer.from(body).toString()) };
    });
    const rendered = toRenderedPage(page ? [start, ...page, end] : [], {
      status: page ? 200 : 404,
      databaseUnavailable: false,
    });
    return compression ? compressPage(rendered, compression) : rendered;
  };
