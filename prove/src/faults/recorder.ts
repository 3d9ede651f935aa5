import { setTimeout as wait } from 'node:timers/promises';
import type { TestResponse } from '../../../server/src/testing/responses.ts';

/** No request may take longer; the table has the longest of each fault. */
export const LIMIT_MS = 15_000;
/** After this time a request counts as one without a response. */
const GIVE_UP_MS = 90_000;
/** Statuses with which the shop refuses a request because of a fault. */
const REFUSALS = [429, 503];

/** What a shopper asks for. */
export const KINDS = [
  'home page',
  'new page',
  'list',
  'new list',
  'product',
  'picture',
  'new picture',
  'upload',
  'cart',
  'totals',
  'checkout',
  'order',
  'payment',
  'message',
  'webhook',
] as const;
export type Kind = (typeof KINDS)[number];

type Call = {
  method?: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  /** JSON, or a form. */
  payload?: object | string | FormData;
};
export type Sample = {
  kind: Kind;
  /** When the request was sent, as performance.now(). */
  at: number;
  /** Time until the response was complete. */
  ms: number;
  /** 0: no response. */
  status: number;
  /** Why the response is not what a shopper may see during a fault. */
  problem: string | undefined;
};

const toBody = (payload: object | string | FormData): string | FormData =>
  typeof payload === 'string' || payload instanceof FormData ? payload : JSON.stringify(payload);

const isErrorBody = (body: string): boolean => {
  try {
    const { code, detail, message } = JSON.parse(body);
    return [code, detail, message].every((text) => typeof text === 'string' && text !== '');
  } catch {
    return false;
  }
};

/** Checks what every refusal must have: its status, when to try again, an id, and a text for people or programs. */
const findProblem = (call: Call, { statusCode, headers, body }: TestResponse): string | undefined => {
  if (statusCode < 400) return undefined;
  const shown = `${call.method ?? 'GET'} ${call.url}: ${statusCode} ${body.slice(0, 200)}`;
  if (!REFUSALS.includes(statusCode)) return shown;
  if (!(Number(headers['retry-after']) > 0)) return `without Retry-After: ${shown}`;
  if (typeof headers['x-request-id'] !== 'string') return `without a request id: ${shown}`;
  const isPage = String(headers['content-type']).startsWith('text/html');
  if (isPage ? !/<h1>[^<]+<\/h1>|<title>[^<]+<\/title>/.test(body) : !isErrorBody(body))
    return `without a text: ${shown}`;
  return undefined;
};

export const isSuccess = ({ status }: Sample): boolean => status > 0 && status < 400;

/** A node, and the signal with which a load balancer closes its connections when it stops to use the node. */
export type Route = { origin: string; closed: AbortSignal };

/** Sends requests to a node, and records how each ended. */
export class Recorder {
  readonly samples: Sample[] = [];
  readonly #getRoute: () => Route;

  /** @param getRoute the node to use, which may change */
  constructor(getRoute: () => Route) {
    this.#getRoute = getRoute;
  }

  /** @returns the response; undefined if there was none, or if it is a refusal */
  async send(kind: Kind, call: Call): Promise<TestResponse | undefined> {
    const at = performance.now();
    const { response, problem } = await this.#fetch(call).then(
      (response) => ({ response, problem: findProblem(call, response) }),
      (error: Error) => ({ response: undefined, problem: `${call.url}: ${String(error.cause ?? error)}` }),
    );
    const status = response?.statusCode ?? 0;
    this.samples.push({ kind, at, ms: performance.now() - at, status, problem });
    return response && status < 400 ? response : undefined;
  }

  /** How many requests of a kind succeeded that were sent after a time. */
  countSuccesses(kind: Kind, since: number): number {
    return this.samples.filter((sample) => sample.kind === kind && sample.at >= since && isSuccess(sample)).length;
  }

  /** Sends a request again until it succeeds or `isOver` says so. */
  async sendUntilDone(kind: Kind, call: Call, isOver: () => boolean): Promise<TestResponse | undefined> {
    for (;;) {
      const response = await this.send(kind, call);
      if (response || isOver()) return response;
      await wait(PAUSE_MS);
    }
  }

  /** Sends a request, again if a load balancer has closed its connection: the shopper presses again. */
  async #fetch(call: Call): Promise<TestResponse> {
    const giveUp = AbortSignal.timeout(GIVE_UP_MS);
    for (;;) {
      const { origin, closed } = this.#getRoute();
      try {
        return await fetchFrom(origin, call, AbortSignal.any([giveUp, closed]));
      } catch (error) {
        if (giveUp.aborted || !closed.aborted) throw error;
      }
    }
  }
}

const fetchFrom = async (
  origin: string,
  { method = 'GET', url, headers, payload }: Call,
  signal: AbortSignal,
): Promise<TestResponse> => {
  const response = await fetch(origin + url, {
    method,
    headers: {
      ...(payload !== undefined && !(payload instanceof FormData) && { 'content-type': 'application/json' }),
      accept: url.startsWith('/backend') ? 'application/json' : 'text/html,*/*',
      ...headers,
    },
    redirect: 'manual',
    signal,
    ...(payload !== undefined && { body: toBody(payload) }),
  });
  const body = await response.text();
  const { status: statusCode } = response;
  return { statusCode, headers: Object.fromEntries(response.headers), body, json: () => JSON.parse(body) };
};

const neverClosed = new AbortController().signal;
/** A route to one node, without a load balancer. */
export const routeTo =
  ({ url }: { url: string }) =>
  (): Route => ({ origin: url, closed: neverClosed });

/** Pause of a shopper between two requests. */
export const PAUSE_MS = 150;
