import type { RefusalCode } from './refusals.ts';
import type { MerchantArea, OperatorArea } from './staff/roles.ts';

/** The path at which the server itself serves the API. Browsers call it by the base URLs of the settings (API-3). */
export const API_PREFIX = '/backend';

/**
 * Where a call goes: to the API's base URL, to the countries service, or to `/backend` on the origin of the page, where
 * browsers accept the shop's cookies.
 */
export type Host = 'api' | 'countries' | 'shop';
/** Base URLs as pages use them, without a final slash: a path on the shop's own origin, otherwise absolute. */
export type BaseUrls = Readonly<Record<Host, string>>;

/** Types of a call's input and response; unused parts are omitted. */
export type Shape = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  /** Names in lower case. */
  headers?: Record<string, string | undefined>;
  body?: unknown;
  response: unknown;
};

/**
 * The token that a call takes: none, an `optional` buyer token (refused if it is invalid), a `required` buyer token, the
 * `reply` token (the login's `merchant_token`, which only permits replies), or the API token of a `merchant` or an `operator`. API tokens
 * with the scope `read` permit only GET. Instead of an API token, calls of merchants and operators take the cookie of a `desk` session, with
 * the header STORE_HEADER for a merchant; the desk's own calls take only the cookie.
 */
export type Auth = 'none' | 'optional' | 'required' | 'reply' | 'merchant' | 'operator' | 'desk';
/** The id of the merchant for which somebody in the desk calls. A stream of events takes the query parameter `store` too. */
export const STORE_HEADER = 'x-desk-store';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Refusals that follow from the token. */
type AuthRefusal<M extends Method> = {
  none: never;
  optional: 'token_invalid' | 'too_many_requests';
  required: 'token_invalid' | 'credentials_missing' | 'too_many_requests';
  reply: 'token_invalid' | 'credentials_missing' | 'too_many_requests';
  merchant: ApiTokenRefusal<M>;
  operator: ApiTokenRefusal<M>;
  desk: 'token_invalid' | 'credentials_missing' | 'too_many_requests' | (M extends 'GET' ? never : 'cross_site');
};
type ApiTokenRefusal<M extends Method> =
  | 'token_invalid'
  | 'credentials_missing'
  | 'too_many_requests'
  | (M extends 'GET' ? never : 'token_read_only');

/**
 * One call of the API as plain data, shared with the browser. `path` is written exactly as in docs/spec; `{name}` is a path
 * parameter.
 */
export type Endpoint<S extends Shape = Shape, R extends RefusalCode = RefusalCode, A extends Auth = Auth> = {
  readonly method: Method;
  readonly path: string;
  readonly auth: A;
  /** What it belongs to, where roles decide who may call it: of every call of merchants and operators. */
  readonly area?: MerchantArea | OperatorArea;
  /** As `hostOf`. */
  readonly host?: Exclude<Host, 'api'>;
  readonly summary: string;
  readonly refusals: readonly R[];
  /** The response is a download with this file name: JSON, or text if it ends with `.csv`. */
  readonly download?: string;
  /** The response is a stream of server-sent events whose data is a `response`. */
  readonly events?: true;
  /** Never set; only carries the types. */
  readonly shape?: S;
};

/**
 * Where a call goes; undefined: to the API's base URL. A call of the desk's own goes to the shop's origin, the only one to which browsers send
 * its cookie.
 */
export const hostOf = ({ auth, host }: Pick<Endpoint, 'auth' | 'host'>): Endpoint['host'] =>
  host ?? (auth === 'desk' ? 'shop' : undefined);

type Area<A extends Auth> = A extends 'merchant'
  ? { area: MerchantArea }
  : A extends 'operator'
    ? { area: OperatorArea }
    : { area?: never };
type Plain<R extends RefusalCode, A extends Auth> = Omit<Endpoint<Shape, R, A>, 'shape' | 'area'> & Area<A>;
/** A compile error for a call that takes a token and does not list its refusals. */
type ListsAuth<R extends RefusalCode, A extends Auth, M extends Method> = [AuthRefusal<M>[A]] extends [R]
  ? unknown
  : { refusals: `${AuthRefusal<M>[A]} must be listed` };

/** Declares an endpoint: `endpoint<{ query: …; response: … }>()({ method: 'GET', … })`. */
export const endpoint =
  <S extends Shape>() =>
  <const R extends RefusalCode, const A extends Auth, const M extends Method>(
    plain: Plain<R, A> & { method: M } & ListsAuth<R, A, M>,
  ): Endpoint<S, R, A> =>
    plain;

/**
 * What a call of a merchant or operator refuses beyond its own refusals when the desk makes it. They are the same for all of these calls,
 * so the calls do not list them.
 */
export const deskRefusals = ({ auth, method }: Pick<Endpoint, 'auth' | 'method'>): readonly RefusalCode[] => {
  if (auth !== 'merchant' && auth !== 'operator') return [];
  return [
    'not_a_member',
    'not_permitted',
    ...(auth === 'operator' ? (['second_factor_required'] as const) : []),
    ...(method === 'GET' ? [] : (['cross_site'] as const)),
  ];
};

/** Fills in and escapes the path's parameters. */
export const fillPath = (path: string, params: Record<string, string | number> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

/** Builds a query string with its `?`, or an empty string; undefined values are omitted. */
export const queryString = (query: Shape['query'] = {}): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) pairs.set(name, String(value));
  return pairs.size > 0 ? `?${pairs}` : '';
};
