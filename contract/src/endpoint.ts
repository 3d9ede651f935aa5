import type { RefusalCode } from './refusals.ts';

/** All paths below are relative to this prefix on the shop's own origin (3-decisions, "The API host"). */
export const API_PREFIX = '/backend';

/** What one call takes and gives; parts that a call does not use are left out. */
export type Shape = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  answer: unknown;
};

/**
 * One call of the API as plain data that ships to the browser.
 * `path` is written as the specification's tables write it; `{name}` marks a path parameter.
 * `auth`: none, `optional` (a token is used when sent, and refused when it is not valid) or `required`.
 */
export type Endpoint<S extends Shape = Shape, R extends RefusalCode = RefusalCode> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly auth: 'none' | 'optional' | 'required';
  readonly summary: string;
  readonly refusals: readonly R[];
  /** Never set: carries the call's types. */
  readonly shape?: S;
};

type Plain<R extends RefusalCode> = Omit<Endpoint<Shape, R>, 'shape'>;

/** Declares a call: `endpoint<{ query: …; answer: … }>()({ method: 'GET', … })`. */
export const endpoint =
  <S extends Shape>() =>
  <const R extends RefusalCode>(plain: Plain<R>): Endpoint<S, R> =>
    plain;

/** The call's path with its parameters filled in and escaped. */
export const fillPath = (path: string, params: Record<string, string | number> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

/** A query string with its `?`, or nothing; undefined values are left out. */
export const queryString = (query: Shape['query'] = {}): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) pairs.set(name, String(value));
  return pairs.size > 0 ? `?${pairs}` : '';
};
