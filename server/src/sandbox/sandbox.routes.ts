import type { FastifyInstance } from 'fastify';
import { DEMO_ACCOUNT, DEMO_MERCHANT_OWNER, DEMO_OPERATOR } from '../account/index.ts';
import { DEMO_MERCHANT_SLUG, selectMerchantBySlug } from '../catalog/index.ts';
import { DEMO_COUPON } from '../checkout/index.ts';
import type { SandboxIdentity } from '../ports/identity/sandbox.identity.ts';
import type { SandboxMail } from '../ports/mail/sandbox.mail.ts';
import type { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import type { ShopParts } from '../shop.ts';
import { type Html, html } from './html.ts';
import { identityRoutes } from './identity.routes.ts';
import { mailboxRoutes } from './mailbox.routes.ts';
import { paymentPageRoutes } from './payments.routes.ts';
import { sendSandboxPage } from './sandbox.page.ts';

/** The parts of the sandbox that are served. An adapter is undefined if the shop uses a real system, or none. */
export type Sandbox = {
  mailbox: SandboxMail | undefined;
  identity: SandboxIdentity | undefined;
  payments: SandboxPayments | undefined;
  hasDemoAccount: boolean;
  /** The demo merchant’s owner and the demo operator, who sign in to the desk. */
  hasDemoStaff: boolean;
  /** The pages of `ui`, at /sandbox/ui. */
  hasComponents: boolean;
};

/** A part of the sandbox on the index page. The payment provider has no path: the checkout links to its pages. */
type Part = { path?: string; name: string; text: string };

/** A demo account, and where to sign in. */
const presentPerson = (
  { first_name, last_name, email, password }: typeof DEMO_ACCOUNT,
  { does, path }: { does: string; path: string },
): Html =>
  html`<li><b>${first_name} ${last_name}</b>, ${does}: <a href="${path}">sign in</a> <small>${email}, password: ${password}</small></li>`;

type DemoMerchant = { id: number; name: string };

/** @param merchant undefined if the shop has not the demo market */
const presentPeople = (hasDemoStaff: boolean, merchant: DemoMerchant | undefined): Html =>
  html`<h2>Demo accounts</h2>
<ul>${presentPerson(DEMO_ACCOUNT, { does: 'a buyer', path: '/login' })}
${
  hasDemoStaff && merchant
    ? presentPerson(DEMO_MERCHANT_OWNER, { does: `the owner of ${merchant.name}`, path: '/desk/' })
    : ''
}
${hasDemoStaff ? presentPerson(DEMO_OPERATOR, { does: 'an operator', path: '/desk/' }) : ''}
<li><b>Coupon ${DEMO_COUPON.code}</b> <small>${String(DEMO_COUPON.percent)}% off one order of each account</small></li></ul>`;

/** How to see the story of the demo account as its buyer, its merchant and an operator (SANDBOX-13). */
const presentStory = ({ id, name }: DemoMerchant, hasDemoStaff: boolean, apiUrl: string): Html => {
  const curl = 'curl -H "Authorization: Token $TOKEN"';
  const read = (path: string) => html`${curl} "${apiUrl}/merchant/${path}"\n`;
  return html`<h2>Its story, as the buyer</h2>
<p>Sign in as ${DEMO_ACCOUNT.first_name}. All of it happened in the seven weeks before the first start of this shop.</p>
<ul><li><a href="/order">Orders</a> <small>In every state: one in two parcels of two merchants, one of which a part is shipped, one with a
return that the merchant has accepted.</small></li>
<li><a href="/wallet">Wallet</a> <small>Credit that was given, used for an order, and returned when it was cancelled.</small></li>
<li><a href="/inbox">Messages</a> <small>A question with its answer, a message of the merchant, and a question that waits.</small></li></ul>
<h2>As the merchant</h2>
<p>${name} has orders to ship, a message to answer, a return and a payout of last week.${
    hasDemoStaff ? html` <a href="/desk/">Sign in to the desk</a> as ${DEMO_MERCHANT_OWNER.first_name}.` : ''
  } A merchant’s program needs a token, which this command prints:</p>
<pre class="panel">npm run cli -- merchants token ${String(id)}</pre>
<p>Put it after TOKEN= and read what the merchant has. <a href="${apiUrl}/docs">The API</a> describes these calls and all others.</p>
<pre class="panel">TOKEN=
${['orders/?status=to_ship', 'messages/', 'returns/', 'payouts/', 'statement/'].map(read)}</pre>
<p>Ship the first order of the list, by its id:</p>
<pre class="panel">${curl} -H "Content-Type: application/json" -d '{"carrier":"gig","tracking_number":"GIG0046130001"}' "${apiUrl}/merchant/orders/ID/ship/"</pre>
<h2>As an operator</h2>
<p>${hasDemoStaff ? html`<a href="/desk/">Sign in to the desk</a> as ${DEMO_OPERATOR.first_name}, or use` : 'Use'} the command line:</p>
<pre class="panel">npm run cli -- orders list
npm run cli -- returns list --status accepted
npm run cli -- payouts list
npm run cli -- books check
npm run cli -- audit list</pre>`;
};

/** Serves the parts of the sandbox and their index page (SANDBOX-2); without any part there is no /sandbox at all. */
export const sandboxRoutes = (
  app: FastifyInstance,
  { mailbox, identity, payments, hasDemoAccount, hasDemoStaff, hasComponents }: Sandbox,
  { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>,
): void => {
  const parts: Part[] = [];
  if (mailbox) {
    mailboxRoutes(app, mailbox);
    parts.push({ path: '/sandbox/mailbox', name: 'Mailbox', text: 'Every mail that the shop sent.' });
  }
  if (identity) {
    identityRoutes(app, identity);
    parts.push({
      path: '/sandbox/identity',
      name: 'Identity provider',
      text: 'Replaces Google sign-in, with demo users.',
    });
  }
  if (payments) {
    paymentPageRoutes(app, payments);
    parts.push({
      name: 'Payment provider',
      text: 'Its payment page opens at checkout: approve, decline or leave without paying.',
    });
  }
  if (hasComponents)
    parts.push({ path: '/sandbox/ui', name: 'Components', text: 'Every component of the shop in every state.' });
  if (parts.length === 0 && !hasDemoAccount) return;
  const list = parts.map(({ path, name, text }) => {
    const label = path === undefined ? html`<b>${name}</b>` : html`<a href="${path}">${name}</a>`;
    return html`<li>${label} <small>${text}</small></li>`;
  });
  app.get('/sandbox', { schema: { hide: true } }, async (_, reply) => {
    const merchant = hasDemoAccount ? await selectMerchantBySlug(db, DEMO_MERCHANT_SLUG) : undefined;
    return sendSandboxPage(
      reply,
      'Sandbox services',
      html`<p>The shop uses these built-in services instead of external ones. Their data never leaves this machine.</p>
<ul>${list}</ul>
${hasDemoAccount ? presentPeople(hasDemoStaff, merchant) : ''}
${merchant && mailbox && payments ? presentStory(merchant, hasDemoStaff, apiUrl) : ''}`,
    );
  });
};
