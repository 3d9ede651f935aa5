import { createHash } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Gate } from './gate.ts';
import type { LockMonitor } from './lock-monitor.ts';

/** A request or job that runs on a node of its own. */
export type Actor<Outcome> = { name: string; gate: Gate; run: () => Promise<Outcome> };

/** "When `actor` is about to send its statement number `before`, `to` goes on instead." Actors are numbers in their list. */
export type Switch = { actor: number; before: number; to: number };

/**
 * Which actor sends its next statement: the last one while it can, unless a switch says otherwise; else the first of
 * `order` that can.
 */
export type Schedule = { order: readonly number[]; switches: readonly Switch[] };

/** A statement that was sent: by whom, its text, and whether it then waited for a lock. */
export type Step = { actor: number; text: string; waited: boolean };

export type Run<Outcome> = {
  steps: Step[];
  /** What each actor's promise resolved to, or the error with which it was rejected. */
  outcomes: PromiseSettledResult<Outcome>[];
  /** The actors in the order in which they finished. */
  finished: number[];
};

/** A released statement that has no result after this time may wait for a lock. */
const LOOK_AFTER_MS = 2;
/** No run takes this long, so it has failed. */
const MAX_RUN_MS = 10_000;
/** A transaction that tries to lock a row with `skip locked` again sends at most this many statements in between. */
const MAX_RETRY_STEPS = 6;

type State = { status: 'ready' | 'running' | 'blocked' | 'finished'; sent: number; isSpinning: boolean };

const endsTransaction = (text: string): boolean => /^(commit|rollback)\b/i.test(text);

/** A short name of what ran in which order: equal for runs that did the same. */
export const fingerprintOf = (steps: readonly Step[]): string => {
  const hash = createHash('sha1');
  for (const { actor, text, waited } of steps) hash.update(`${actor}${waited ? '!' : ''}${text}\n`);
  return hash.digest('base64url');
};

/** Whether the actor's last statement is one that it has just sent. */
const isRetry = (steps: readonly Step[], actor: number): boolean => {
  const own = steps.filter((step) => step.actor === actor).map(({ text }) => text);
  const previous = own.slice(0, -1).lastIndexOf(own.at(-1) ?? '');
  return previous >= 0 && previous >= own.length - MAX_RETRY_STEPS;
};

/**
 * Runs the actors concurrently, one SQL statement after the other, in the order of the schedule. A statement that waits
 * for a lock lets the others go on.
 * @throws Error when the run does not end
 */
export const runSchedule = async <Outcome>(
  actors: readonly Actor<Outcome>[],
  schedule: Schedule,
  monitor: LockMonitor,
): Promise<Run<Outcome>> => {
  const states = actors.map((): State => ({ status: 'running', sent: 0, isSpinning: false }));
  const all = actors.map((_, n) => n);
  const stateOf = (n: number): State => states[n] as State;
  const actorOf = (n: number): Actor<Outcome> => actors[n] as Actor<Outcome>;
  const isFinished = (n: number): boolean => stateOf(n).status === 'finished';
  const steps: Step[] = [];
  const finished: number[] = [];
  const deadline = performance.now() + MAX_RUN_MS;
  const checkTime = (message: string): void => {
    if (performance.now() <= deadline) return;
    const lines = actors.map(({ name, gate }, n) => `${name} is ${stateOf(n).status}: ${gate.next ?? 'no statement'}`);
    throw new Error([message, ...lines, ...steps.slice(-5).map(({ actor, text }) => `${actor} ${text}`)].join('\n'));
  };

  for (const { gate } of actors) gate.close();
  const outcomes = Promise.allSettled(
    actors.map(async ({ run }, n) => {
      try {
        return await run();
      } finally {
        stateOf(n).status = 'finished';
        finished.push(n);
      }
    }),
  );

  /** Waits until the actor has a statement at its gate, has finished, or waits for a lock. */
  const settle = async (n: number): Promise<void> => {
    const { gate, name } = actorOf(n);
    if (isFinished(n)) return;
    stateOf(n).status = 'running';
    for (let delayMs = LOOK_AFTER_MS; ; delayMs = 1) {
      // What follows a result runs in microtasks and in the next turns of the event loop.
      for (let turn = 0; turn < 2; turn++) await setImmediate();
      if (isFinished(n)) return;
      if (!gate.isRunning && gate.next !== undefined) {
        stateOf(n).status = 'ready';
        return;
      }
      checkTime(`${name} does not go on`);
      await Promise.race([gate.changed(), wait(delayMs)]);
      if (!gate.isRunning) continue;
      const blocked = await monitor.findBlocked(actors.flatMap((actor) => [...actor.gate.pids]));
      if (gate.isRunning && [...gate.pids].some((pid) => blocked.has(pid))) {
        // An actor with two connections may wait for itself.
        stateOf(n).status = gate.next === undefined ? 'blocked' : 'ready';
        return;
      }
    }
  };

  const choose = (last: number | undefined): number | undefined => {
    const isReady = (n: number) => stateOf(n).status === 'ready';
    const useful = all.filter((n) => isReady(n) && !stateOf(n).isSpinning);
    const canGoOn = useful.length > 0 ? (n: number) => useful.includes(n) : isReady;
    const next = last !== undefined && canGoOn(last) ? last : schedule.order.find(canGoOn);
    if (next === undefined) return undefined;
    const found = schedule.switches.find(({ actor, before }) => actor === next && before === stateOf(next).sent);
    return found && canGoOn(found.to) ? found.to : next;
  };

  /** Sends the actor's next statement. */
  const send = async (n: number): Promise<void> => {
    const state = stateOf(n);
    const step: Step = { actor: n, text: actorOf(n).gate.release(), waited: false };
    state.sent++;
    steps.push(step);
    await settle(n);
    step.waited = state.status === 'blocked';
    // A change that finds the account locked tries again. It would do so for ever if nobody else went on.
    state.isSpinning = step.text.includes('skip locked') && isRetry(steps, n);
    if (endsTransaction(step.text)) for (const other of all) if (other !== n) stateOf(other).isSpinning = false;
  };

  try {
    await Promise.all(all.map(settle));
    let last: number | undefined;
    while (!all.every(isFinished)) {
      const next = choose(last);
      // If every actor waits for a lock, PostgreSQL ends one of them.
      if (next === undefined) await wait(1);
      else await send(next);
      last = next ?? last;
      // One statement can end the waiting of several.
      for (const n of all) if (stateOf(n).status === 'blocked') await settle(n);
      checkTime('the run does not end');
    }
    return { steps, outcomes: await outcomes, finished };
  } finally {
    for (const { gate } of actors) gate.open();
  }
};
