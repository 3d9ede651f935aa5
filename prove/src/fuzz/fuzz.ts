import fc from 'fast-check';
import { type Answerer, type Attack, httpAttack, urlAttack } from './attacks.ts';
import type { Operation, Schema } from './description.ts';
import { formatCurl, type HttpRequest } from './http.ts';
import { type Exchange, judgeCall, judgePage } from './judge.ts';
import type { Identity, Market } from './market.ts';
import { changeDraft, type Draft, namesCall, validDraft, writeRequest } from './requests.ts';
import { hostileValue, wrongValue } from './values.ts';

export type Options = {
  /** Requests for each call and each page. */
  runs: number;
  /** The same seed generates the same requests. */
  seed: number;
};

/** Requests of one call or page, and their responses. */
export type Result = {
  name: string;
  requests: number;
  /** Responses by the first digit of the status. */
  byClass: Record<string, number>;
  /** Milliseconds. */
  median: number;
  slowest: number;
};

/** A response may take so many times the median of its call. */
export const MAX_SLOWDOWN = 100;
/** A slow request is sent again, since the process may have waited for something else. */
const MAX_REPEATS = 5;

/** Someone's request as it is written at the moment. */
type Written = { request: HttpRequest; answerer: Answerer; identity: Identity };
type Sample = { write: () => Promise<Written>; ms: number };
type Target<Generated> = {
  name: string;
  requests: fc.Arbitrary<Generated>;
  write: (generated: Generated) => Promise<Written>;
  judge: (exchange: Exchange) => string[];
  isStream: boolean;
};

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The time of the slowest request. Slow ones are sent again, and the best of their times counts. */
const measureSlowest = async (market: Market, samples: readonly Sample[], limit: number, isStream: boolean) => {
  const [slowest, ...others] = samples.toSorted((a, b) => b.ms - a.ms);
  const suspects = [slowest, ...others.filter(({ ms }) => ms > limit)].filter((sample) => sample !== undefined);
  let result = 0;
  for (const { write, ms } of suspects) {
    let best = ms;
    for (let n = 0; n < MAX_REPEATS && best > Math.max(result, limit / 10); n++) {
      const { request } = await write();
      best = Math.min(best, (await market.client.send(request, isStream)).ms);
    }
    if (best > limit) {
      const { request } = await write();
      throw new Error(
        `a response took ${best.toFixed(0)} ms, ${MAX_SLOWDOWN} times the median and more:\n${formatCurl(request)}`,
      );
    }
    result = Math.max(result, best);
  }
  return result;
};

/** Sends generated requests. @throws with the smallest request that shows a problem, as a command */
const fuzz = async <Generated>(market: Market, target: Target<Generated>, { runs, seed }: Options): Promise<Result> => {
  const { name, requests, write, judge, isStream } = target;
  const samples: Sample[] = [];
  const byClass: Record<string, number> = {};
  const property = fc.asyncProperty(requests, async (generated) => {
    const { request, answerer, identity } = await write(generated);
    const response = await market.client.send(request, isStream);
    samples.push({ write: () => write(generated), ms: response.ms });
    const digit = `${Math.floor(response.status / 100)}xx`;
    byClass[digit] = (byClass[digit] ?? 0) + 1;
    const problems = judge({ request, response, answerer, secrets: market.secretsFrom(identity) });
    if (problems.length > 0)
      throw new Error(
        `${problems.join('\n')}\n${formatCurl(request)}\n${response.status} ${response.body.subarray(0, 1000)}`,
      );
  });
  await fc.assert(property, { numRuns: runs, seed, includeErrorInReport: true });
  const median = medianOf(samples.map(({ ms }) => ms));
  const slowest = await measureSlowest(market, samples, median * MAX_SLOWDOWN, isStream);
  return { name, requests: samples.length, byClass, median, slowest };
};

type CallRequest = { identity: Identity; draft: Draft; change?: { place: number; value: unknown }; attack?: Attack };

/** A third valid by the description, a third with one wrong value, and a third hostile. */
const callRequests = (operation: Operation, market: Market): fc.Arbitrary<CallRequest> => {
  const parts = { identity: identityFor(operation), draft: validDraft(operation, market.findKnown(operation)) };
  const change = (value: fc.Arbitrary<unknown>) => fc.record({ place: fc.nat({ max: 1000 }), value });
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(parts) },
    { weight: 4, arbitrary: fc.record({ ...parts, change: change(wrongValue) }) },
    { weight: 2, arbitrary: fc.record({ ...parts, change: change(hostileValue) }) },
    { weight: 3, arbitrary: fc.record({ ...parts, attack: httpAttack }) },
  );
};

const WEIGHTS: Record<Operation['auth'], Partial<Record<Identity, number>>> = {
  none: { guest: 4, shopper: 1, unknown: 1 },
  optional: { shopper: 4, guest: 2, unknown: 1 },
  required: { shopper: 9, guest: 1, unknown: 1, reply: 1, merchant: 1 },
  reply: { reply: 9, guest: 1, unknown: 1, shopper: 1 },
  merchant: { merchant: 9, guest: 1, unknown: 1, shopper: 1 },
};
/** Mostly someone with the right token, sometimes with another one or none. */
const identityFor = ({ auth }: Operation): fc.Arbitrary<Identity> =>
  fc.oneof(
    ...Object.entries(WEIGHTS[auth]).map(([identity, weight]) => ({
      weight,
      arbitrary: fc.constant(identity as Identity),
    })),
  );

/**
 * Sends generated requests of one call. Each response must be described, belong to the sender, come in time and be no server error.
 * @param errorSchema the schema of every refusal
 */
export const fuzzCall = (
  market: Market,
  operation: Operation,
  errorSchema: Schema,
  options: Options,
): Promise<Result> =>
  fuzz(
    market,
    {
      name: operation.name,
      requests: callRequests(operation, market),
      write: async ({ identity, draft, change, attack }) => {
        await market.prepare(operation);
        const changed = change ? changeDraft(operation, draft, change.place, change.value) : draft;
        const request = writeRequest(operation, changed, market.headersOf(identity, operation));
        const answerer = namesCall(changed) ? (attack?.answerer ?? 'call') : 'router';
        return { request: attack?.apply(request) ?? request, answerer, identity };
      },
      judge: (exchange) => judgeCall(operation, errorSchema, exchange),
      isStream: operation.isStream,
    },
    options,
  );

/** Sends generated requests of one page or file. @param request its valid request */
export const fuzzPage = (market: Market, request: HttpRequest, options: Options): Promise<Result> =>
  fuzz(
    market,
    {
      name: request.target,
      requests: fc.array(request.body ? fc.oneof(urlAttack, httpAttack) : urlAttack, { maxLength: 2 }),
      write: async (attacks) => ({
        request: attacks.reduce((attacked, attack) => attack.apply(attacked), request),
        answerer: 'call',
        identity: 'guest',
      }),
      judge: judgePage,
      isStream: false,
    },
    options,
  );
