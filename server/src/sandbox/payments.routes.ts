import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { WEBHOOK_PATH } from '../orders/index.ts';
import { SIGNATURE_HEADER } from '../ports/payments/paystack.protocol.ts';
import { CHOICES, type SandboxPayments, type Webhook } from '../ports/payments/sandbox.payments.ts';
import { type Html, html } from './html.ts';
import { sendSandboxPage } from './sandbox.page.ts';

/** The format of the shop's payment references. */
const reference = z.string().regex(/^[\w.=-]{1,100}$/);
const pageParams = z.object({ reference });
const choiceParams = z.object({ reference, choice: z.enum(CHOICES) });

type Payment = NonNullable<Awaited<ReturnType<SandboxPayments['find']>>>;
const amountOf = ({ amount }: Payment): string => formatNaira(kobo(amount));

/** Texts for completed payments; all others are still open. */
const COMPLETED_TEXTS: Partial<Record<Payment['status'], string>> = {
  success: 'This payment was approved.',
  failed: 'This payment was declined.',
  reversed: 'This payment was refunded.',
};

const renderButton = (payment: Payment, choice: (typeof CHOICES)[number], label: string, className = ''): Html =>
  html`<form method="post" action="/sandbox/pay/${payment.reference}/${choice}"><button class="${className}">${label}</button></form>`;

const renderPayment = (payment: Payment): Html => {
  const completedText = COMPLETED_TEXTS[payment.status];
  const choices = completedText
    ? [html`<p>${completedText}</p>`, renderButton(payment, 'abandon', 'Back to the shop')]
    : [
        renderButton(payment, 'approve', 'Approve payment'),
        renderButton(payment, 'decline', 'Decline payment', 'quiet'),
        renderButton(payment, 'abandon', 'Leave without paying', 'quiet'),
      ];
  return html`<p class="muted">This is a test payment: no money is charged, and no card is needed.</p>
<ul><li><small>Payer</small>${payment.email}</li><li><small>Reference</small>${payment.reference}</li></ul>
<h2>Choose the result</h2>
${choices}`;
};

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendSandboxPage(reply, 'No such payment', html`<p><a href="/">Back to the shop</a></p>`, 404);

/** The sandbox provider's payment page: approve, decline, abandon (SANDBOX-5). */
export const paymentPageRoutes = (app: FastifyInstance, payments: SandboxPayments): void => {
  const options = { schema: { hide: true } };

  app.get('/sandbox/pay/:reference', options, async ({ params }, reply) => {
    const { data } = pageParams.safeParse(params);
    const payment = data && (await payments.find(data.reference));
    return payment ? sendSandboxPage(reply, `Pay ${amountOf(payment)}`, renderPayment(payment)) : sendNotFound(reply);
  });

  /** Sends a webhook to the shop, as the provider would over the network. */
  const deliver = ({ body, signature }: Webhook) => {
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
    return app.inject({ method: 'POST', url: API_PREFIX + WEBHOOK_PATH, headers, payload: body });
  };
  app.register(async (scope) => {
    // The button forms have no fields: the URL contains the action.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.post('/sandbox/pay/:reference/:choice', options, async ({ params }, reply) => {
      const { data } = choiceParams.safeParse(params);
      const payment = data && (await payments.find(data.reference));
      if (!payment) return sendNotFound(reply);
      const webhook = await payments.choose(data.reference, data.choice);
      if (webhook) await deliver(webhook);
      const query = new URLSearchParams({ trxref: data.reference, reference: data.reference });
      if (data.choice === 'abandon') query.set('cancelled', '1');
      return reply.header('cache-control', 'no-store').redirect(`${payment.return_url}?${query}`, 303);
    });
  });
};
