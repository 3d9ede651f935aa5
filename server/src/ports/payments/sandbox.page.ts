import { createHash } from 'node:crypto';
import { brand } from '@sokuwa/contract/brand.ts';
import { kobo, nairaText } from '@sokuwa/contract/money.ts';

type Shown = { reference: string; email: string; amount: number; status: string };

/** The shop's look in a few lines: this page belongs to another party, and loads nothing of the shop's. */
const STYLE = `
:root { color-scheme: light; font-family: Onest, system-ui, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f5ede0; color: #17153b; }
main { box-sizing: border-box; width: min(26rem, 100% - 2rem); margin: 1rem; padding: 2rem; background: #fff;
  border: 1px solid #e8dcc9; border-radius: 12px 12px 40px 12px; }
.note { margin: 0 0 1.5rem; padding: .5rem .75rem; border-radius: 8px; background: #fdf0d3; color: #754600; font-size: .875rem; }
h1 { margin: 0; font-size: 1rem; font-weight: 500; color: #3f3d5e; }
.amount { margin: .25rem 0 1.25rem; font-size: 2.25rem; font-weight: 700; letter-spacing: -.02em; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; font-size: .875rem; }
dt { color: #625f7a; } dd { margin: 0; overflow-wrap: anywhere; }
form { margin: .75rem 0 0; }
button, a.button { box-sizing: border-box; display: block; width: 100%; min-height: 48px; padding: .75rem 1rem; border: 1px solid #85829a;
  border-radius: 10px; background: #fff; color: #17153b; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.main, a.button { border-color: #262d8c; background: #262d8c; color: #fff; }
button:hover { border-color: #262d8c; } button.main:hover, a.button:hover { background: #191d60; }
:focus-visible { outline: 3px solid #343cab; outline-offset: 2px; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** No script, no picture, no other style than the one above; its forms go nowhere but back to this server. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const DONE: Record<string, string> = {
  success: 'This payment was approved.',
  failed: 'This payment was declined.',
  reversed: 'This payment was given back.',
};

const button = (reference: string, choice: string, label: string, look = '') =>
  `<form method="post" action="/sandbox/pay/${reference}/${choice}"><button${look}>${label}</button></form>`;

/** The payment page: approve, decline, abandon; or what was chosen. */
export const paymentPage = ({ reference, email, amount, status }: Shown): string => {
  const path = escapeHtml(reference);
  const done = DONE[status];
  const choices = done
    ? `<p>${done}</p>${button(path, 'abandon', `Back to ${brand.name}`, ' class="main"')}`
    : [
        button(path, 'approve', 'Approve payment', ' class="main"'),
        button(path, 'decline', 'Decline payment'),
        button(path, 'abandon', 'Leave without paying'),
      ].join('\n');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pay ${brand.name} | Sandbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="note">Sandbox: no money moves here, and no card is asked for.</p>
<h1>Pay ${brand.name}</h1>
<p class="amount">₦${nairaText(kobo(amount))}</p>
<dl>
<dt>Payer</dt><dd>${escapeHtml(email)}</dd>
<dt>Reference</dt><dd>${path}</dd>
</dl>
${choices}
</main>
</body>
</html>
`;
};
