import type { FastifyInstance, FastifyRequest } from 'fastify';
import { enqueue } from '../platform/jobs.ts';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import { SIGNATURE_HEADER } from '../ports/payments/paystack.protocol.ts';
import { checkTransferJob } from '../ports/payouts/transfer.job-kinds.ts';
import { storeDispute } from './dispute.service.ts';
import { createReturnVerifier, type PaymentDeps, RETURN_PATH, settlePayment } from './payment.service.ts';
import { checkRefundNow, type RefundDeps } from './refund.service.ts';

/** The provider's webhook endpoint, under the API prefix. */
export const WEBHOOK_PATH = '/payment/webhook';

const referenceIn = ({ query }: FastifyRequest): string | undefined => {
  const { reference, trxref } = query as Record<string, unknown>;
  const value = reference ?? trxref;
  return typeof value === 'string' && /^[0-9A-Z]{12}-\d{1,3}$/.test(value) ? value : undefined;
};

export const paymentRoutes = (app: FastifyInstance, deps: PaymentDeps & RefundDeps): void => {
  const { payments, publicUrl } = deps;
  const verifyReturn = createReturnVerifier(deps);

  // The provider redirects the buyer's browser here. The URL is not trusted: the payment is verified with the provider.
  app.get(RETURN_PATH, { schema: { hide: true } }, async (request, reply) => {
    const reference = referenceIn(request);
    const { cancelled } = request.query as Record<string, unknown>;
    // A malformed reference is treated like an unknown one.
    const page = await verifyReturn(reference ?? '', cancelled === '1');
    return reply.header('cache-control', 'no-store').redirect(publicUrl + page, 303);
  });

  app.register(async (scope) => {
    // The signature covers the raw bytes, so the body must not be parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    // No rate limit: the provider sends all webhooks from few addresses, and retries failed ones.
    const options = { schema: { hide: true }, config: { rateLimit: false as const } };
    scope.post(WEBHOOK_PATH, options, async (request, reply) => {
      const signature = request.headers[SIGNATURE_HEADER];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await payments.readWebhook(body, typeof signature === 'string' ? signature : undefined);
      if (!event) return sendRefusal(reply, refuse('signature_invalid'));
      if (event.kind === 'charge') await settlePayment(deps, event.state);
      if (event.kind === 'refund') await checkRefundNow(deps.db, event.reference);
      if (event.kind === 'dispute') await storeDispute(deps, event.dispute);
      // The slice of payouts asks the provider: it knows the transfer, and this slice cannot import it.
      if (event.kind === 'transfer') await enqueue(deps.db, checkTransferJob, { reference: event.reference });
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
    });
  });
};
