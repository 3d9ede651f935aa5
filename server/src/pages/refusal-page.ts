import { createHash } from 'node:crypto';
import { brand } from '@sokuwa/contract/brand.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';
import { isApiCall } from '../platform/api-host.ts';
import { getRefusalText, type Refused, type RefusedPage } from '../platform/refusal.ts';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';
import { escapeHtml } from './error-page.ts';

const TITLES: Partial<Record<RefusalCode, string>> = {
  too_many_requests: 'Too many requests',
  database_unavailable: 'Briefly unavailable',
  method_not_allowed: 'This method is not allowed',
  payload_too_large: 'This is too large',
  not_found: 'Page not found',
};

/** The shop's colours in light and dark mode, inline: a visitor with too many requests could not load other files. */
const STYLE = `
:root{color-scheme:light dark;--page:#fcf8f1;--text:#3f3d5e;--heading:#17153b;--action:#262d8c;--on-action:#fff}
@media (prefers-color-scheme:dark){:root{--page:#12154a;--text:#d3c3a9;--heading:#fcf8f1;--action:#aeb4ec;--on-action:#12154a}}
body{margin:0;background:var(--page);color:var(--text);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:12vh 1.25rem 3rem}
.brand{color:var(--heading);font-weight:700;font-size:1.5rem;text-decoration:none}
h1{color:var(--heading);font-size:2rem;line-height:1.2;margin:2.5rem 0 .75rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:2rem}
.actions a{display:inline-flex;align-items:center;min-height:3rem;padding:0 1.5rem;border:1px solid var(--action);border-radius:.5rem;color:var(--action);font-weight:600;text-decoration:none}
.actions a:first-child{background:var(--action);color:var(--on-action)}
a:focus-visible{outline:3px solid var(--action);outline-offset:3px}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  ...DOCUMENT_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  vary: 'accept',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Whether a person will see the response: the request is not an API call or a file, and the client accepts HTML. */
const isForPerson = (request: FastifyRequest): boolean => {
  const path = request.url.split('?', 1)[0] ?? '';
  const isFile = path.includes('.', path.lastIndexOf('/'));
  if (isApiCall(request) || isFile) return false;
  const { accept } = request.headers;
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
};

/**
 * Renders the page that tells a visitor why a page was refused. It is static, and needs no script or other file of the
 * shop.
 * @returns undefined for API calls, files and clients that accept no HTML, which get JSON
 */
export const renderRefusalPage = (request: FastifyRequest, refused: Refused): RefusedPage | undefined => {
  if (!isForPerson(request)) return undefined;
  const title = TITLES[refused.refused] ?? 'Something went wrong';
  // A link would repeat another method as GET.
  const canRetry = request.method === 'GET' || request.method === 'HEAD';
  const body = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${brand.name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<a class="brand" href="/">${brand.name}</a>
<h1>${title}</h1>
<p>${escapeHtml(getRefusalText(refused))}</p>
<p class="actions">${canRetry ? '<a href="">Try Again</a>' : ''}<a href="/">Return Home</a></p>
</main>
</body>
</html>
`;
  return { body, headers: HEADERS };
};
