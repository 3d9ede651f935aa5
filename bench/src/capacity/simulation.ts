import { createRandom } from '../market/random.ts';
import { percentile } from '../statistics.ts';

/** A part that requests wait for: `instances` of it, each with `servers` that work at the same time. */
export type Station = { instances: number; servers: number };

/** One visit of a request to a station. Times are exponentially distributed around the mean. */
export type Step<Name extends string> = { station: Name; meanMs: number };

/** Requests of one kind that arrive at random times (a Poisson process). */
export type Flow<Name extends string> = { kind: string; perSecond: number; steps: readonly Step<Name>[] };

export type StationResult = {
  /** Share of the time in which a server works, 0 to 1. */
  utilisation: number;
  /** The 99th percentile of waiting and service together, in milliseconds. */
  p99Ms: number;
};

export type SimulationResult<Name extends string> = {
  stations: Record<Name, StationResult>;
  /** The 99th percentile of the whole response time of each kind, in milliseconds. */
  p99ByKind: Map<string, number>;
};

type Job = { flow: number; step: number; startedMs: number; arrivedMs: number; place: number };
type Event = { atMs: number; job: Job };
type Queue = { busy: number; waiting: Job[]; head: number };

/** A binary heap of events: the next one first. */
class EventHeap {
  readonly #events: Event[] = [];

  get size(): number {
    return this.#events.length;
  }

  push(event: Event): void {
    const events = this.#events;
    let n = events.push(event) - 1;
    while (n > 0) {
      const parent = (n - 1) >> 1;
      const other = events[parent];
      if (!other || other.atMs <= event.atMs) break;
      events[n] = other;
      n = parent;
    }
    events[n] = event;
  }

  pop(): Event | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (!last || events.length === 0) return first;
    let n = 0;
    for (;;) {
      let child = 2 * n + 1;
      const [left, right] = [events[child], events[child + 1]];
      if (!left) break;
      if (right && right.atMs < left.atMs) child++;
      const next = events[child];
      if (!next || next.atMs >= last.atMs) break;
      events[n] = next;
      n = child;
    }
    events[n] = last;
    return first;
  }
}

/**
 * Simulates requests that pass through stations, first come, first served. Instances are chosen at random; stations with the
 * same number of instances are parts of one machine, so a request stays on the same one.
 * @param seconds simulated time; the first tenth does not count
 */
export const simulate = <Name extends string>({
  stations,
  flows,
  seconds,
  seed,
}: {
  stations: Readonly<Record<Name, Station>>;
  flows: readonly Flow<Name>[];
  seconds: number;
  seed: number;
}): SimulationResult<Name> => {
  const random = createRandom(seed);
  const drawExponential = (mean: number): number => -Math.log(1 - random.next()) * mean;
  const names = Object.keys(stations) as Name[];
  const queues = new Map<Name, Queue[]>(
    names.map((name) => [
      name,
      Array.from({ length: stations[name].instances }, () => ({ busy: 0, waiting: [], head: 0 })),
    ]),
  );
  const workMs = new Map<Name, number>(names.map((name) => [name, 0]));
  const timesMs = new Map<Name, number[]>(names.map((name) => [name, []]));
  const responseMs = new Map<string, number[]>(flows.map(({ kind }) => [kind, []]));
  const endMs = seconds * 1000;
  const countFromMs = endMs / 10;
  const events = new EventHeap();

  const stepOf = (job: Job): Step<Name> | undefined => flows[job.flow]?.steps[job.step];
  const queueOf = (job: Job, name: Name): Queue => {
    const list = queues.get(name) ?? [];
    const queue = list[Math.floor(job.place * list.length)];
    if (!queue) throw new Error(`there is no ${name}`);
    return queue;
  };
  const serve = (job: Job, { station, meanMs }: Step<Name>, nowMs: number) => {
    const serviceMs = drawExponential(meanMs);
    if (nowMs >= countFromMs && nowMs < endMs) workMs.set(station, (workMs.get(station) ?? 0) + serviceMs);
    events.push({ atMs: nowMs + serviceMs, job });
  };
  /** Lets a job join the queue of its next step, or ends it. */
  const proceed = (job: Job, nowMs: number) => {
    const step = stepOf(job);
    if (!step) {
      if (job.startedMs >= countFromMs) responseMs.get(flows[job.flow]?.kind ?? '')?.push(nowMs - job.startedMs);
      return;
    }
    job.arrivedMs = nowMs;
    const queue = queueOf(job, step.station);
    if (queue.busy < stations[step.station].servers) {
      queue.busy++;
      serve(job, step, nowMs);
    } else queue.waiting.push(job);
  };
  const finish = (job: Job, nowMs: number) => {
    const step = stepOf(job);
    if (!step) return;
    if (job.arrivedMs >= countFromMs) timesMs.get(step.station)?.push(nowMs - job.arrivedMs);
    const queue = queueOf(job, step.station);
    const next = queue.waiting[queue.head];
    const nextStep = next && stepOf(next);
    if (next && nextStep) {
      queue.head++;
      // Forget the served ones now and then.
      if (queue.head > 1000) queue.waiting = queue.waiting.slice(queue.head);
      if (queue.head > 1000) queue.head = 0;
      serve(next, nextStep, nowMs);
    } else queue.busy--;
    job.step++;
    proceed(job, nowMs);
  };

  const arrive = (flow: number, nowMs: number) =>
    events.push({ atMs: nowMs, job: { flow, step: -1, startedMs: nowMs, arrivedMs: nowMs, place: random.next() } });
  const arriveNext = (flow: number, nowMs: number) => {
    const perSecond = flows[flow]?.perSecond ?? 0;
    if (perSecond <= 0) return;
    const atMs = nowMs + drawExponential(1000 / perSecond);
    if (atMs < endMs) arrive(flow, atMs);
  };
  for (const flow of flows.keys()) arriveNext(flow, 0);
  while (events.size > 0) {
    const event = events.pop();
    if (!event) break;
    const { job, atMs } = event;
    if (job.step >= 0) finish(job, atMs);
    else {
      arriveNext(job.flow, atMs);
      job.step = 0;
      proceed(job, atMs);
    }
  }

  const p99 = (times: readonly number[]): number =>
    times.length === 0
      ? 0
      : percentile(
          times.toSorted((a, b) => a - b),
          99,
        );
  const results = names.map((name): [Name, StationResult] => {
    const { instances, servers } = stations[name];
    const capacityMs = instances * servers * (endMs - countFromMs);
    return [name, { utilisation: (workMs.get(name) ?? 0) / capacityMs, p99Ms: p99(timesMs.get(name) ?? []) }];
  });
  return {
    stations: Object.fromEntries(results) as Record<Name, StationResult>,
    p99ByKind: new Map([...responseMs].map(([kind, times]) => [kind, p99(times)])),
  };
};
