import { setTimeout as wait } from 'node:timers/promises';
import { median, toSeconds } from '../statistics.ts';
import { findLosses } from './audit.ts';
import { isSuccess, KINDS, type Kind, LIMIT_MS, PAUSE_MS, Recorder, type Route, type Sample } from './recorder.ts';
import { type Shoppers, Traffic, type TrafficShop } from './traffic.ts';

/** How long a fault lasts: longer than any request may take. */
export const FAULT_MS = 20_000;
/** Maximum time until everything works again. */
const RECOVERY_TIMEOUT_MS = 60_000;
const HEALTHY_TIMEOUT_MS = 60_000;

/** A number, and what it counts, in the singular and plural. */
export type Disturbed = { count: number; one: string; many: string };

export type Fault = {
  /** Its name in the table. */
  name: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** What it has disturbed, so far: connections, processes, …; nothing would mean that it was no fault. */
  countDisturbed(): Promise<Disturbed>;
  /** What shoppers can do without the broken part: nothing of it is refused. */
  unaffected: readonly Kind[];
  /** What is refused only at the moment when the fault begins or ends: few of its requests. */
  barelyAffected?: readonly Kind[];
};

/** What was seen of a fault: a row of the table. */
export type Observation = { fault: string; disturbed: string; seen: string; duration: string; lost: string };

const PICTURE_KINDS: readonly Kind[] = ['picture', 'new picture', 'upload'];
const kindsOf = ({ pictures }: TrafficShop): Kind[] =>
  KINDS.filter((kind) => pictures || !PICTURE_KINDS.includes(kind));

/** Waits until every kind of request has succeeded after a time. @returns the kinds that have not */
const waitForSuccesses = async (
  recorder: Recorder,
  kinds: readonly Kind[],
  since: number,
  timeoutMs: number,
): Promise<Kind[]> => {
  for (;;) {
    const missing = kinds.filter((kind) => recorder.countSuccesses(kind, since) === 0);
    if (missing.length === 0 || performance.now() - since > timeoutMs) return missing;
    await wait(PAUSE_MS);
  }
};

const describeResponses = (samples: readonly Sample[], kinds: readonly Kind[]): string => {
  const refusedKinds = kinds.filter((kind) => samples.some((sample) => sample.kind === kind && !isSuccess(sample)));
  if (refusedKinds.length === 0) return 'everything works';
  const shares = refusedKinds.map((kind) => {
    const own = samples.filter((sample) => sample.kind === kind);
    const statuses = new Set(own.filter((sample) => !isSuccess(sample)).map(({ status }) => status));
    return `${kind} (${own.filter((sample) => !isSuccess(sample)).length} of ${own.length}: ${[...statuses].join(', ')})`;
  });
  const working = kinds.filter(
    (kind) => !refusedKinds.includes(kind) && samples.some((sample) => sample.kind === kind),
  );
  return `works: ${working.join(', ')}; refused: ${shares.join(', ')}`;
};

const describeTimes = (samples: readonly Sample[], recoveryMs: number): string => {
  const refusals = samples.filter((sample) => !isSuccess(sample)).map(({ ms }) => ms);
  return [
    `slowest response ${toSeconds(Math.max(...samples.map(({ ms }) => ms)))}`,
    ...(refusals.length > 0 ? [`a refusal ${toSeconds(median(refusals))} (median)`] : []),
    `all works ${toSeconds(recoveryMs)} after the fault`,
  ].join(', ');
};

const MAX_FEW = 2;
const MAX_FEW_SHARE = 0.1;

const isRefusedOften = (samples: readonly Sample[], kind: Kind): boolean => {
  const own = samples.filter((sample) => sample.kind === kind);
  return own.filter((sample) => !isSuccess(sample)).length > Math.max(MAX_FEW, own.length * MAX_FEW_SHARE);
};

/** What is wrong with the responses of a fault. */
export const findProblems = (
  samples: readonly Sample[],
  unaffected: readonly Kind[],
  barelyAffected: readonly Kind[] = [],
): string[] => [
  ...samples.flatMap(({ problem }) => problem ?? []),
  ...samples
    .filter(({ ms }) => ms > LIMIT_MS)
    .map(({ kind, ms, status }) => `${kind}: ${status} after ${toSeconds(ms)}, more than ${toSeconds(LIMIT_MS)}`),
  ...samples
    .filter((sample) => unaffected.includes(sample.kind) && !isSuccess(sample))
    .map(({ kind, status }) => `${kind}: ${status}, although it does not need the broken part`),
  ...[...unaffected, ...barelyAffected]
    .filter((kind) => !samples.some((sample) => sample.kind === kind))
    .map((kind) => `${kind}: not requested, so nothing shows that it works`),
  ...barelyAffected
    .filter((kind) => isRefusedOften(samples, kind))
    .map((kind) => `${kind}: refused more than a few times, although it does not need the broken part`),
];

/**
 * Lets traffic run before, during and after a fault.
 * @param getRoute the node to use
 * @returns the row of the table, and what must not happen: unclear, late or unnecessary refusals, and losses
 */
export const observeFault = async (
  shop: TrafficShop,
  getRoute: () => Route,
  shoppers: Shoppers,
  { name, begin, end, countDisturbed, unaffected, barelyAffected = [] }: Fault,
): Promise<{ row: Observation; problems: string[] }> => {
  const recorder = new Recorder(getRoute);
  const traffic = new Traffic(shop, recorder, shoppers);
  const kinds = kindsOf(shop);
  traffic.start();
  let beganAt = 0;
  let endedAt = 0;
  let disturbed: Disturbed = { count: 0, one: '', many: '' };
  const problems: string[] = [];
  try {
    const broken = await waitForSuccesses(recorder, kinds, performance.now(), HEALTHY_TIMEOUT_MS);
    problems.push(...broken.map((kind) => `${kind}: does not work before the fault`));
    try {
      await traffic.whileUnchanged(async () => {
        beganAt = performance.now();
        await begin();
      });
      await wait(FAULT_MS);
      disturbed = await countDisturbed();
    } finally {
      await end();
      endedAt = performance.now();
    }
    const unrecovered = await waitForSuccesses(recorder, kinds, endedAt, RECOVERY_TIMEOUT_MS);
    problems.push(
      ...unrecovered.map((kind) => `${kind}: does not work again ${toSeconds(RECOVERY_TIMEOUT_MS)} after the fault`),
    );
  } finally {
    await traffic.stop();
  }
  const firstSuccesses = kinds.map((kind) =>
    Math.min(
      ...recorder.samples
        .filter((sample) => sample.kind === kind && sample.at >= endedAt && isSuccess(sample))
        .map(({ at, ms }) => at + ms - endedAt),
    ),
  );
  // A shop without pictures is not asked for them.
  const offered = (wanted: readonly Kind[]) => wanted.filter((kind) => kinds.includes(kind));
  const samples = recorder.samples.filter(({ at, ms }) => at + ms >= beganAt && at < endedAt);
  const losses = await findLosses(shop, traffic.acknowledged);
  const { orders, paid, messages } = traffic.acknowledged;
  return {
    row: {
      fault: name,
      disturbed: `${disturbed.count} ${disturbed.count === 1 ? disturbed.one : disturbed.many}`,
      seen: describeResponses(samples, kinds),
      duration: describeTimes(samples, Math.max(...firstSuccesses)),
      lost:
        losses.length === 0
          ? `nothing of ${orders.length} orders, ${paid.size} payments, ${messages.length} messages`
          : losses.join('; '),
    },
    problems: [
      ...problems,
      ...(disturbed.count > 0 ? [] : [`the fault has disturbed no ${disturbed.one}`]),
      ...findProblems(samples, offered(unaffected), offered(barelyAffected)),
      ...recorder.samples.filter(({ at }) => at >= endedAt).flatMap(({ problem }) => problem ?? []),
      ...losses,
    ],
  };
};
