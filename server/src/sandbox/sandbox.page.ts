import { createHash } from 'node:crypto';
import { brand } from '@sokuwa/contract/brand.ts';
import type { FastifyReply } from 'fastify';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';
import { Html, html } from './html.ts';

/** The subset of the shop's design tokens that these pages use. */
const STYLE = `
:root { color-scheme: light dark; --ground: #fcf8f1; --surface: #fff; --text: #17153b; --muted: #625f7a; --line: #e8dcc9;
  --control: #85829a; --action: #262d8c; --on-action: #fff; --link: #262d8c; }
@media (prefers-color-scheme: dark) { :root { --ground: #100f24; --surface: #1d1b3a; --text: #f4efe6; --muted: #a7a3c0;
  --line: #34315a; --control: #7c78a3; --action: #f5b335; --on-action: #17153b; --link: #b9bff5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 Onest, system-ui, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif; }
header { background: #12154a; border-bottom: 3px dashed #f5b335; padding: 1rem; }
header a { color: #fff; font-weight: 700; font-size: 1.375rem; letter-spacing: -0.03em; text-decoration: none; }
header span { color: #c9cdf3; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.1; letter-spacing: -0.02em; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, input:focus-visible, iframe:focus-visible { outline: 2px solid var(--action);
  outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.75rem; }
li, .panel { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 0.75rem 1rem; }
li > a, li > button { font-weight: 600; overflow-wrap: anywhere; }
small, .muted { color: var(--muted); font-size: 0.875rem; font-weight: 400; }
li small { display: block; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin: 0 0 1.5rem; }
li form { margin: 0; }
label { display: grid; gap: 0.25rem; font-size: 0.875rem; flex: 1 1 14rem; }
label.box { display: flex; flex: 1 1 100%; align-items: center; gap: 0.5rem; font-size: 1rem; }
input { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 8px;
  padding: 0.5rem 0.75rem; min-height: 2.75rem; }
input[type='checkbox'] { min-height: 0; width: 1.25rem; height: 1.25rem; accent-color: var(--action); }
button { font: inherit; font-weight: 600; color: var(--on-action); background: var(--action); border: 0;
  border-radius: 8px; padding: 0.5rem 1.25rem; min-height: 2.75rem; cursor: pointer; }
button.quiet { color: var(--link); background: transparent; border: 1px solid var(--control); }
button.person { width: 100%; text-align: start; color: inherit; background: none; padding: 0.25rem 0; }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
pre.panel { font: 0.875rem/1.6 ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; margin: 0 0 1rem; }
`;
const styleHash = createHash('sha256').update(STYLE).digest('base64');

const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Sends a sandbox page, rendered on the server without scripts. */
export const sendSandboxPage = (reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply =>
  reply
    .code(status)
    .headers({ ...DOCUMENT_HEADERS, 'content-security-policy': POLICY })
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${brand.name} sandbox</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><a href="/">${brand.name}</a> <span>sandbox</span></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text,
    );
