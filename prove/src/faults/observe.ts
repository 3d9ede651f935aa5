import { setTimeout as wait } from 'node:timers/promises';
import { findLosses } from './audit.ts';
import { type Answer, isSuccess, KINDS, type Kind, LIMIT_MS, PAUSE_MS, Recorder, type Route } from './recorder.ts';
import { type Shoppers, Traffic, type TrafficShop } from './traffic.ts';

/** How long a fault lasts: longer than any request may take. */
export const FAULT_MS = 20_000;
/** Maximum time until everything works again. */
const RECOVERY_TIMEOUT_MS = 60_000;
const HEALTHY_TIMEOUT_MS = 60_000;

export type Fault = {
  /** Its name in the table. */
  name: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** What shoppers can do without the broken part: nothing of it is refused. */
  unaffected: readonly Kind[];
  /** What is refused only at the moment when the fault begins or ends: few of its requests. */
  barelyAffected?: readonly Kind[];
};

/** What was seen of a fault: a row of the table. */
export type Observation = { fault: string; seen: string; duration: string; lost: string };

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

export const toSeconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const describeAnswers = (answers: readonly Answer[], kinds: readonly Kind[]): string => {
  const refusedKinds = kinds.filter((kind) => answers.some((answer) => answer.kind === kind && !isSuccess(answer)));
  if (refusedKinds.length === 0) return 'everything works';
  const shares = refusedKinds.map((kind) => {
    const own = answers.filter((answer) => answer.kind === kind);
    const statuses = new Set(own.filter((answer) => !isSuccess(answer)).map(({ status }) => status));
    return `${kind} (${own.filter((answer) => !isSuccess(answer)).length} of ${own.length}: ${[...statuses].join(', ')})`;
  });
  const working = kinds.filter(
    (kind) => !refusedKinds.includes(kind) && answers.some((answer) => answer.kind === kind),
  );
  return `works: ${working.join(', ')}; refused: ${shares.join(', ')}`;
};

const describeTimes = (answers: readonly Answer[], recoveryMs: number): string => {
  const refusals = answers.filter((answer) => !isSuccess(answer)).map(({ ms }) => ms);
  return [
    `slowest response ${toSeconds(Math.max(...answers.map(({ ms }) => ms)))}`,
    ...(refusals.length > 0 ? [`a refusal ${toSeconds(medianOf(refusals))} (median)`] : []),
    `all works ${toSeconds(recoveryMs)} after the fault`,
  ].join(', ');
};

const MAX_FEW = 2;
const MAX_FEW_SHARE = 0.1;

const isRefusedOften = (answers: readonly Answer[], kind: Kind): boolean => {
  const own = answers.filter((answer) => answer.kind === kind);
  return own.filter((answer) => !isSuccess(answer)).length > Math.max(MAX_FEW, own.length * MAX_FEW_SHARE);
};

/** What is wrong with the responses of a fault. */
export const findProblems = (
  answers: readonly Answer[],
  unaffected: readonly Kind[],
  barelyAffected: readonly Kind[] = [],
): string[] => [
  ...answers.flatMap(({ problem }) => problem ?? []),
  ...answers
    .filter(({ ms }) => ms > LIMIT_MS)
    .map(({ kind, ms, status }) => `${kind}: ${status} after ${toSeconds(ms)}, more than ${toSeconds(LIMIT_MS)}`),
  ...answers
    .filter((answer) => unaffected.includes(answer.kind) && !isSuccess(answer))
    .map(({ kind, status }) => `${kind}: ${status}, although it does not need the broken part`),
  ...barelyAffected
    .filter((kind) => isRefusedOften(answers, kind))
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
  { name, begin, end, unaffected, barelyAffected }: Fault,
): Promise<{ row: Observation; problems: string[] }> => {
  const recorder = new Recorder(getRoute);
  const traffic = new Traffic(shop, recorder, shoppers);
  const kinds = kindsOf(shop);
  traffic.start();
  const broken = await waitForSuccesses(recorder, kinds, performance.now(), HEALTHY_TIMEOUT_MS);
  let beganAt = 0;
  await traffic.whileUnchanged(async () => {
    beganAt = performance.now();
    await begin();
  });
  await wait(FAULT_MS);
  await end();
  const endedAt = performance.now();
  const unrecovered = await waitForSuccesses(recorder, kinds, endedAt, RECOVERY_TIMEOUT_MS);
  await traffic.stop();
  const firstSuccesses = kinds.map((kind) =>
    Math.min(
      ...recorder.answers
        .filter((answer) => answer.kind === kind && answer.at >= endedAt && isSuccess(answer))
        .map(({ at, ms }) => at + ms - endedAt),
    ),
  );
  const answers = recorder.answers.filter(({ at, ms }) => at + ms >= beganAt && at < endedAt);
  const losses = await findLosses(shop, traffic.acknowledged);
  const { orders, paid, messages } = traffic.acknowledged;
  return {
    row: {
      fault: name,
      seen: describeAnswers(answers, kinds),
      duration: describeTimes(answers, Math.max(...firstSuccesses)),
      lost:
        losses.length === 0
          ? `nothing of ${orders.length} orders, ${paid.size} payments, ${messages.length} messages`
          : losses.join('; '),
    },
    problems: [
      ...broken.map((kind) => `${kind}: does not work before the fault`),
      ...findProblems(answers, unaffected, barelyAffected),
      ...unrecovered.map((kind) => `${kind}: does not work again ${toSeconds(RECOVERY_TIMEOUT_MS)} after the fault`),
      ...recorder.answers.filter(({ at }) => at >= endedAt).flatMap(({ problem }) => problem ?? []),
      ...losses,
    ],
  };
};
