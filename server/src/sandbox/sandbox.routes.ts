import type { FastifyInstance } from 'fastify';
import { DEMO_ACCOUNT } from '../account/index.ts';
import { DEMO_COUPON } from '../checkout/index.ts';
import type { SandboxIdentity } from '../ports/identity/sandbox.identity.ts';
import type { SandboxMail } from '../ports/mail/sandbox.mail.ts';
import type { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import { html } from './html.ts';
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
  /** The pages of `ui`, at /sandbox/ui. */
  hasComponents: boolean;
};

/** A part of the sandbox on the index page. The payment provider has no path: the checkout links to its pages. */
type Part = { path?: string; name: string; text: string };

/** Serves the parts of the sandbox and their index page (SANDBOX-2); without any part there is no /sandbox at all. */
export const sandboxRoutes = (
  app: FastifyInstance,
  { mailbox, identity, payments, hasDemoAccount, hasComponents }: Sandbox,
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
  const { first_name, last_name, email, password } = DEMO_ACCOUNT;
  const list = parts.map(({ path, name, text }) => {
    const label = path === undefined ? html`<b>${name}</b>` : html`<a href="${path}">${name}</a>`;
    return html`<li>${label} <small>${text}</small></li>`;
  });
  app.get('/sandbox', { schema: { hide: true } }, async (_, reply) =>
    sendSandboxPage(
      reply,
      'Sandbox services',
      html`<p>The shop uses these built-in services instead of external ones. Their data never leaves this machine.</p>
<ul>${list}</ul>
${
  hasDemoAccount
    ? html`<h2>Demo account</h2>
<ul><li><b>${first_name} ${last_name}</b> <small>${email}, password: ${password}</small></li>
<li><b>Coupon ${DEMO_COUPON.code}</b> <small>${String(DEMO_COUPON.percent)}% off one order of each account</small></li></ul>`
    : ''
}`,
    ),
  );
};
