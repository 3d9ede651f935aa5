import { type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

/** What a test reads of an answer, however it came. */
export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** The answer is exactly this refusal of the contract: status, name, both texts, JSON, request id, kept by no cache. @param text where it names something */
export const expectRefusal = (answer: Answer, code: RefusalCode, text: string = refusals[code].text): void => {
  const { status } = refusals[code];
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toMatchObject({ code, detail: text, message: text });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
  expect(answer.headers['cache-control']).toBe('no-store');
};

/** Ids of the products in a list's answer, in its order. */
export const idsIn = (answer: Answer): number[] =>
  answer.json<{ results: { id: number }[] }>().results.map(({ id }) => id);
