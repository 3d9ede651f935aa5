import fc from 'fast-check';
import { median } from '../statistics.ts';
import { type Attack, httpAttack, urlAttack } from './attacks.ts';
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
  /** Whether so many requests are sent that slow responses, and calls that are never accepted, are failures. */
  isThorough: boolean;
};

/** Requests of one call or page, and their responses. */
export type Result = {
  name: string;
  requests: number;
  /** Responses by the first digit of the status. */
  byClass: Record<string, number>;
  medianMs: number;
  /** The best time of the slowest request, which is sent up to six times; NaN if times are not checked. */
  slowestMs: number;
};

/** A response may take so many times the median of its call, */
export const MAX_SLOWDOWN = 100;
/** and this time in any case: most requests of a call are refused early, while hashing a password or encoding a picture takes its time. */
export const MIN_SLOW_MS = 250;
/** A slow request is sent again, since the process may have waited for something else. */
const MAX_REPEATS = 5;
/** So many of the slowest requests are sent again in any case. */
const MIN_REPEATED = 3;

/** Someone's request as it is written at the moment. */
type Written = Pick<Exchange, 'request' | 'namesCall' | 'isValidHttp'> & { identity: Identity };
type Sample = { write: () => Promise<Written>; ms: number };
type Target<Generated> = {
  name: string;
  requests: fc.Arbitrary<Generated>;
  write: (generated: Generated) => Promise<Written>;
  judge: (exchange: Exchange) => string[];
  isStream: boolean;
};

/**
 * The time of the slowest request. The slowest ones are sent again, and the best time of each counts.
 * @param limit milliseconds
 * @throws if one of them always takes longer
 */
const measureSlowest = async (market: Market, samples: readonly Sample[], limit: number, isStream: boolean) => {
  const sorted = samples.toSorted((a, b) => b.ms - a.ms);
  let slowest = 0;
  for (const { write, ms } of sorted.filter((sample, n) => n < MIN_REPEATED || sample.ms > limit)) {
    let best = ms;
    for (let n = 0; n < MAX_REPEATS && best > slowest; n++) {
      const { request } = await write();
      market.clearCaches();
      best = Math.min(best, (await market.client.send(request, isStream)).ms);
    }
    slowest = Math.max(slowest, best);
    if (best <= limit) continue;
    const { request } = await write();
    throw new Error(
      `always ${best.toFixed(0)} ms or more, with a limit of ${limit.toFixed(0)}:\n${formatCurl(request)}`,
    );
  }
  return slowest;
};

/** Sends generated requests. @throws with the smallest request that shows a problem, as a command */
const fuzz = async <Generated>(market: Market, target: Target<Generated>, options: Options): Promise<Result> => {
  const { name, requests, write, judge, isStream } = target;
  const samples: Sample[] = [];
  const byClass: Record<string, number> = {};
  const property = fc.asyncProperty(requests, async (generated) => {
    const { identity, ...written } = await write(generated);
    const { request } = written;
    const response = await market.client.send(request, isStream);
    samples.push({ write: () => write(generated), ms: response.ms });
    const digit = `${Math.floor(response.status / 100)}xx`;
    byClass[digit] = (byClass[digit] ?? 0) + 1;
    const secrets = market.secretsFrom(identity);
    const problems = judge({ ...written, response, secrets, foreignIds: market.stranger.ids });
    if (problems.length > 0)
      throw new Error(
        `${problems.join('\n')}\n${formatCurl(request)}\n${response.status} ${response.body.subarray(0, 1000)}`,
      );
  });
  await fc.assert(property, { numRuns: options.runs, seed: options.seed, includeErrorInReport: true });
  const medianMs = median(samples.map(({ ms }) => ms));
  const limit = Math.max(MIN_SLOW_MS, medianMs * MAX_SLOWDOWN);
  const slowestMs = options.isThorough ? await measureSlowest(market, samples, limit, isStream) : Number.NaN;
  return { name, requests: samples.length, byClass, medianMs, slowestMs };
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
  operator: { operator: 9, guest: 1, unknown: 1, shopper: 1, merchant: 1 },
  desk: { desk: 9, guest: 1, unknown: 1, shopper: 1 },
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
        return {
          request: attack?.apply(request) ?? request,
          namesCall: attack?.breaks !== 'name' && namesCall(changed),
          isValidHttp: attack?.breaks !== 'syntax',
          identity,
        };
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
        namesCall: false,
        isValidHttp: false,
        identity: 'guest',
      }),
      judge: judgePage,
      isStream: false,
    },
    options,
  );
