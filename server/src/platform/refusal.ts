import { type ErrorBody, type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';

/** An expected "no", as services and handlers return it. */
export type Refused<C extends RefusalCode = RefusalCode> = {
  readonly refused: C;
  readonly errors?: Record<string, string[]> | undefined;
};

/** Makes a refusal: `return refuse('out_of_stock')`. */
export const refuse = <const C extends RefusalCode>(code: C, errors?: Record<string, string[]>): Refused<C> => ({
  refused: code,
  errors,
});

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

/** The refusal as it goes over the wire. */
export const errorBody = ({ refused, errors }: Refused): ErrorBody => {
  const refusal = refusals[refused];
  const { text } = refusal;
  return {
    code: refused,
    detail: text,
    message: text,
    ...('error' in refusal && { error: text }),
    ...(errors && { errors }),
  };
};
