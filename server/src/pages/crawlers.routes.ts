import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { escapeHtml } from '@sokuwa/contract/html.ts';
import type { FastifyInstance } from 'fastify';
import { selectForSitemap, selectNewestId } from '../catalog/index.ts';
import { getForeignOrigin } from '../config.ts';
import type { Read } from '../platform/read-replica.ts';
import { isRefused, type Refused, refuse, sendRefusal } from '../platform/refusal.ts';
import { CachedResponse, ResponseCache } from '../platform/response-cache.ts';
import { sendResponse } from '../platform/send-response.ts';

/** Product ids per sitemap file; the protocol allows 50,000 URLs per file. */
const IDS_PER_FILE = 20_000;
/** One sitemap file has up to 20,000 products, about 2 MB, so cache a few. */
const CACHE_BYTES = 8 * 1024 * 1024;
const CACHE_LIFETIME_MS = 10 * 60_000;
const CACHE_CONTROL = 'public, max-age=3600';
const XML = 'application/xml; charset=utf-8';
const STATIC_PAGES = [
  '/',
  '/product/list?section=productList&page=1',
  '/product/list?section=hotDeals&page=1',
  '/about',
  '/contact',
  '/faqs',
  '/help',
  '/termsandconditions',
  '/privacypolicy',
  '/returnandrefundpolicy',
];

const buildUrlSet = (entries: { url: string; changed?: Date }[]): string => {
  const lines = entries.map(
    ({ url, changed }) =>
      `<url><loc>${escapeHtml(url)}</loc>${changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`;
};

/** robots.txt, the sitemap index, and sitemaps of static pages and products. */
export const crawlerRoutes = (
  app: FastifyInstance,
  { read, origin, apiBase }: { read: Read; origin: string; apiBase: string },
): void => {
  const options = { schema: { hide: true } };
  const cache = new ResponseCache({ maxBytes: CACHE_BYTES, lifetimeMs: CACHE_LIFETIME_MS });
  const readSitemap = async (firstId: number): Promise<CachedResponse | Refused<'not_found'>> => {
    const products = await read((db) => selectForSitemap(db, firstId, firstId + IDS_PER_FILE));
    if (products.length === 0) return refuse('not_found');
    const urlSet = buildUrlSet(
      products.map(({ id, listed_at }) => ({ url: `${origin}/product/details/${id}`, changed: listed_at })),
    );
    return new CachedResponse(Buffer.from(urlSet), { 'content-type': XML, 'cache-control': CACHE_CONTROL });
  };
  const apiPaths = new Set([API_PREFIX, ...(getForeignOrigin(apiBase) === undefined ? [apiBase] : [])]);
  const apiLines = Array.from(apiPaths, (path) => `Disallow: ${path}/\n`).join('');
  app.get('/robots.txt', options, async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `User-agent: *\n${apiLines}Disallow: /sandbox\nDisallow: /product/shopping/\nSitemap: ${origin}/sitemap.xml\n`,
      ),
  );
  app.get('/sitemap.xml', options, async (_, reply) => {
    const newest = await read(selectNewestId);
    const files = newest === 0 ? 0 : Math.floor(newest / IDS_PER_FILE) + 1;
    const urls = ['shop', ...Array.from({ length: files }, (_, n) => `products-${n}`)];
    const lines = urls.map((name) => `<sitemap><loc>${escapeHtml(`${origin}/sitemaps/${name}.xml`)}</loc></sitemap>`);
    return reply
      .type(XML)
      .header('cache-control', CACHE_CONTROL)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>\n`,
      );
  });
  app.get<{ Params: { file: string } }>('/sitemaps/:file', options, async (request, reply) => {
    const { file } = request.params;
    const part = /^products-(\d{1,6})\.xml$/.exec(file)?.[1];
    if (file !== 'shop.xml' && part === undefined) return sendRefusal(reply, refuse('not_found'));
    if (part === undefined) {
      reply.type(XML).header('cache-control', CACHE_CONTROL);
      return buildUrlSet(STATIC_PAGES.map((path) => ({ url: origin + path })));
    }
    const sitemap = await cache.getOrCreate(part, () => readSitemap(Number(part) * IDS_PER_FILE));
    return isRefused(sitemap) ? sendRefusal(reply, sitemap) : sendResponse(request, reply, sitemap);
  });
};
