import { hash } from 'node:crypto';
import type { PageContext, RenderPage } from '@sokuwa/contract/page.ts';
import { refusals } from '@sokuwa/contract/refusals.ts';
import { LRUCache } from 'lru-cache';
import { etagOf } from '../platform/response-cache.ts';

/** A page to be made: all that it may depend on. Nothing in it tells who asks. */
export type PageOrder = Omit<PageContext, 'send'> & {
  /** Path and query, as they were asked for. */
  path: string;
};
/** A page's bytes, with what its visitor's browser must know of them. */
export type MadePage = {
  status: number;
  location: string | undefined;
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  /** The scripts that it holds, as a policy names them: 'sha256-…'. */
  scripts: string[];
  /** Whether the database was away when the page asked for something. */
  away: boolean;
};
/** An answer of the API. Its body is left out where the one that is known by this ETag still holds. */
export type Answer = { status: number; etag: string | undefined; body: Uint8Array | undefined };
/**
 * Asks the API.
 * @param url path and query of the call, without the API's prefix
 * @param known the ETag of the answer that is at hand
 */
export type Ask = (url: string, known: string | undefined) => Promise<Answer>;
/** Makes one page. @throws whatever a component throws */
export type MakePage = (order: PageOrder, ask: Ask) => Promise<MadePage>;

const MAX_PARSED_RESPONSES = 500;

/** Parses each API response once: many pages are rendered from it, and none changes it. */
const answerReader = () => {
  const parsed = new LRUCache<string, { etag: string; value: unknown }>({ max: MAX_PARSED_RESPONSES });
  return async (ask: Ask, url: string): Promise<{ status: number; body: unknown }> => {
    const known = parsed.get(url);
    const { status, etag, body } = await ask(url, known?.etag);
    if (!body) return { status, body: known?.value };
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    if (etag !== undefined) parsed.set(url, { etag, value });
    return { status, body: value };
  };
};

/**
 * The texts of a page's inline scripts. Data blocks (JSON-LD) don't run and need no leave; React writes "</script" within
 * a script's text in another way, so the next one ends it.
 */
function* inlineScripts(html: Buffer): Generator<Buffer> {
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const text = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', text);
    const tag = html.toString('latin1', at, text);
    if (end > text && !tag.includes(' src=') && !tag.includes(' type="application/')) yield html.subarray(text, end);
    at = Math.max(text, end);
  }
}

const utf8 = new TextEncoder();

/** A page of the bytes that are sent. */
export const madePage = (html: string, page: { status: number; location?: string; away: boolean }): MadePage => {
  // Bytes of its own, not a part of Node's pool: they are handed from thread to thread.
  const body = utf8.encode(html);
  const scripts = new Set<string>();
  for (const script of inlineScripts(Buffer.from(body.buffer)))
    scripts.add(`'sha256-${hash('sha256', script, 'base64')}'`);
  return { ...page, location: page.location, body, etag: etagOf(body), scripts: [...scripts] };
};

/** Makes pages with the built pages' `render`. */
export const pageMaker = (render: RenderPage): MakePage => {
  const readAnswer = answerReader();
  return async ({ path, ...context }, ask) => {
    let away = false;
    const send: PageContext['send'] = async ({ url }) => {
      const answer = await readAnswer(ask, url);
      away ||= answer.status === refusals.database_unavailable.status;
      return answer;
    };
    const { html, ...page } = await render(path, { ...context, send });
    return madePage(html, { ...page, away });
  };
};
