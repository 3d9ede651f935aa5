import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse, sendRefusal } from '../../platform/refusal.ts';
import { DOCUMENT_HEADERS } from '../../platform/security-headers.ts';
import { PAGE_POLICY, paymentPage } from './sandbox.page.ts';
import { CHOICES, type Choice, type SandboxPayments, type Webhook } from './sandbox.payments.ts';

type Deps = {
  payments: SandboxPayments;
  /** Hands a webhook to the shop, as the provider would over the network. */
  deliver: (webhook: Webhook) => Promise<void>;
};
type Params = { Params: { reference: string; choice?: string } };

const isChoice = (text: string | undefined): text is Choice => CHOICES.some((choice) => choice === text);
/** As ours are; nothing else is looked up. */
const isReference = (text: string) => /^[\w.=-]{1,100}$/.test(text);

/** The sandbox provider's payment page, and its three buttons (3-decisions, "The sandbox"). */
export const sandboxPaymentRoutes = (app: FastifyInstance, { payments, deliver }: Deps): void => {
  const options = { schema: { hide: true } };
  const find = async (reference: string) => (isReference(reference) ? payments.find(reference) : undefined);
  const missing = (reply: FastifyReply) => sendRefusal(reply, refuse('not_found'));

  app.get<Params>('/sandbox/pay/:reference', options, async ({ params }, reply) => {
    const payment = await find(params.reference);
    if (!payment) return missing(reply);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .headers({ ...DOCUMENT_HEADERS, 'content-security-policy': PAGE_POLICY })
      .send(paymentPage(payment));
  });

  app.register(async (scope) => {
    // The buttons' forms are empty: what they mean stands in their address.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.post<Params>('/sandbox/pay/:reference/:choice', options, async ({ params: { reference, choice } }, reply) => {
      const payment = await find(reference);
      if (!payment || !isChoice(choice)) return missing(reply);
      const webhook = await payments.choose(reference, choice);
      if (webhook) await deliver(webhook);
      const query = new URLSearchParams({ trxref: reference, reference });
      return reply.header('cache-control', 'no-store').redirect(`${payment.return_url}?${query}`, 303);
    });
  });
};
