import type { RefusalCode } from './refusals.ts';

/** All paths below are relative to this prefix on the shop's own origin (3-decisions, "The API host"). */
export const API_PREFIX = '/backend';

/** What one call takes and gives; parts that a call does not use are left out. */
export type Shape = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  /** By name in small letters. */
  headers?: Record<string, string | undefined>;
  body?: unknown;
  response: unknown;
};

/**
 * Whether a call takes a token: never, `optional` (a token is used when sent, and refused when it is not valid), always,
 * always the `merchant` token that the login answers beside the buyer's, or always a `seller`'s: a merchant's own.
 */
export type Auth = 'none' | 'optional' | 'required' | 'merchant' | 'seller';

/** The refusals that come with it. */
type AuthRefusal = {
  none: never;
  optional: 'token_invalid';
  required: 'token_invalid' | 'credentials_missing';
  merchant: 'token_invalid' | 'credentials_missing';
  seller: 'token_invalid' | 'credentials_missing';
};

/**
 * One call of the API as plain data that ships to the browser.
 * `path` is written as the specification's tables write it; `{name}` marks a path parameter.
 */
export type Endpoint<S extends Shape = Shape, R extends RefusalCode = RefusalCode, A extends Auth = Auth> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly auth: A;
  readonly summary: string;
  readonly refusals: readonly R[];
  /** The answer is a file to keep, under this name. */
  readonly download?: string;
  /** The answer is a stream of server-sent events, each with a `response` as its data. */
  readonly events?: true;
  /** Never set: carries the call's types. */
  readonly shape?: S;
};

type Plain<R extends RefusalCode, A extends Auth> = Omit<Endpoint<Shape, R, A>, 'shape'>;
/** The compiler refuses a call that takes a token and does not list what that can be refused with. */
type ListsAuth<R extends RefusalCode, A extends Auth> = [AuthRefusal[A]] extends [R]
  ? unknown
  : { refusals: `${AuthRefusal[A]} must be listed` };

/** Declares a call: `endpoint<{ query: …; response: … }>()({ method: 'GET', … })`. */
export const endpoint =
  <S extends Shape>() =>
  <const R extends RefusalCode, const A extends Auth>(plain: Plain<R, A> & ListsAuth<R, A>): Endpoint<S, R, A> =>
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
