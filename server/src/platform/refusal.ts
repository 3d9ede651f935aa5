import { type ErrorBody, type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import type { FastifyReply } from 'fastify';

/** An expected "no", as services and handlers return it. */
export type Refused<C extends RefusalCode = RefusalCode> = {
  readonly refused: C;
  readonly errors?: Record<string, string[]> | undefined;
  /** Said instead of the contract's text, where a sentence has to name a product or an amount. */
  readonly text?: string | undefined;
  /** Seconds until it is worth trying again. */
  readonly retryAfter?: number | undefined;
};

/** Makes a refusal: `return refuse('out_of_stock')`. */
export const refuse = <const C extends RefusalCode>(
  code: C,
  errors?: Record<string, string[]>,
  text?: string,
): Refused<C> => ({ refused: code, errors, text });

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

/** What the refusal says. */
export const refusalText = ({ refused, text }: Refused): string => text ?? refusals[refused].text;

/** The refusal as it goes over the wire. */
export const errorBody = (refusal: Refused): ErrorBody => {
  const { refused, errors } = refusal;
  const said = refusalText(refusal);
  return {
    code: refused,
    detail: said,
    message: said,
    ...('error' in refusals[refused] && { error: said }),
    ...(errors && { errors }),
  };
};

export const sendRefusal = (reply: FastifyReply, refused: Refused): FastifyReply => {
  const { status } = refusals[refused.refused];
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  const retryAfter = refused.retryAfter ?? (status === 503 ? 2 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.send(JSON.stringify(errorBody(refused)));
};
