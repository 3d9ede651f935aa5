import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { makeRefunds } from '../../orders/refund.service.ts';
import type { Database } from '../../platform/database.ts';
import { openTestShop, type TestShop } from '../shop.ts';
import type { Action, ActionResult } from './actions.ts';
import { LockMonitor } from './lock-monitor.ts';
import { type GatedNode, openGatedNode } from './node.ts';
import { fingerprintOf, runSchedule, type Schedule, type Step } from './schedule.ts';

type Resettable<World> = World & {
  /** Brings the whole database back into the state in which each run begins. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

/** What can happen at the same time in one part of the shop, and what must be true afterwards. */
export type Scene<World, State extends object, Name extends string> = {
  /** Creates the state in which each run begins, in a shop that is used for nothing else. */
  createWorld(shop: TestShop): Promise<Resettable<World>>;
  actions: Readonly<Record<Name, Action<World>>>;
  /** An action that others may do too, in a transaction of its own: it may be anywhere in a serial order. */
  implicit?: Name;
  /** Does what a job does hours later, where the state right after the actions depends on when one saw the other, and the final one does not. */
  finish?(shop: TestShop, later: Date): Promise<void>;
  /** Reads everything that two equal results share: no ids that are generated, no times. */
  readState(db: Database): Promise<State>;
  /** @param countDone how many times an action succeeded @returns one sentence for each violation */
  findViolations(state: State, countDone: (name: Name) => number): string[];
};

/** Some actions that begin at once, and the order of their statements. */
export type Case<Name extends string = string> = { actions: readonly Name[]; schedule: Schedule };
export type Failure<Name extends string = string> = Case<Name> & { violations: string[]; steps: readonly Step[] };

/** Stands for the scene's implicit action in a serial order. */
const IMPLICIT = -1;

/** Three actions and the implicit one in a serial order. */
const MAX_ACTIONS = 4;

type Result<State> = {
  results: readonly ActionResult[];
  state: State;
  steps: readonly Step[];
  errors: string[];
  /** The actions in the order in which they finished. */
  finished: readonly number[];
};

/** Codes of refusals because of another call: the cart, a price or stock has changed a moment ago, or another import runs. */
const RETRYABLE = ['checkout_changed', 'running'];

/** Results that ask the client to try again: the call has changed nothing. */
const isRetryable = ({ status, code = '' }: ActionResult): boolean =>
  status === 429 || status === 503 || RETRYABLE.includes(code);

/** Every order of some of the numbers, in every length but none. */
const arrangements = (numbers: readonly number[]): number[][] =>
  numbers.flatMap((number) => [
    [number],
    ...arrangements(numbers.filter((other) => other !== number)).map((rest) => [number, ...rest]),
  ]);

const permutations = (numbers: readonly number[]): number[][] =>
  arrangements(numbers).filter(({ length }) => length === numbers.length);

const indexesOf = (actions: readonly string[]): number[] => actions.map((_, n) => n);

export const actionNames = <Name extends string>({ actions }: Pick<Scene<never, never, Name>, 'actions'>): Name[] =>
  Object.keys(actions) as Name[];

/** Each pair of actions, the ones with itself included. */
export const pairsOf = <Name extends string>(names: readonly Name[]): Name[][] =>
  names.flatMap((first, n) => names.slice(n).map((second) => [first, second]));

/** Each three different actions. */
export const triplesOf = <Name extends string>(names: readonly Name[]): Name[][] =>
  names.flatMap((first, n) =>
    names.slice(n + 1).flatMap((second, m) => names.slice(n + m + 2).map((third) => [first, second, third])),
  );

/** Random numbers from which `Explorer.createCase` makes a case. They shrink towards few and early switches. */
export type Draw<Name extends string> = {
  actions: readonly Name[];
  order: number;
  switches: readonly { actor: number; before: number; to: number }[];
};

/** Draws of the given sets of actions, with at most five switches. */
export const draws = <Name extends string>(sets: readonly (readonly Name[])[]): fc.Arbitrary<Draw<Name>> =>
  fc.record({
    actions: fc.constantFrom(...sets),
    order: fc.nat(5),
    switches: fc.array(fc.record({ actor: fc.nat(2), before: fc.nat(99), to: fc.nat(1) }), { maxLength: 5 }),
  });

/**
 * Runs actions concurrently in given orders of their SQL statements, each from the same state of the database, and
 * checks the result: the invariants hold, no call fails, and the results and state equal those of some serial order.
 */
export class Explorer<World, State extends object, Name extends string> {
  readonly #shop: TestShop;
  readonly #scene: Scene<World, State, Name>;
  readonly #world: Resettable<World>;
  readonly #nodes: readonly GatedNode[];
  readonly #monitor: LockMonitor;
  /** Results of actions one after the other, by their names. */
  readonly #serial = new Map<string, Promise<Result<State>>>();
  /** Numbers of nodes, with the name of an action that the node has performed. */
  readonly #warmed = new Set<string>();
  /** Fingerprints of the checked runs by their actions. */
  readonly traces = new Map<string, Set<string>>();
  /** Number of checked runs. */
  runs = 0;

  private constructor(
    scene: Scene<World, State, Name>,
    shop: TestShop,
    world: Resettable<World>,
    nodes: readonly GatedNode[],
    monitor: LockMonitor,
  ) {
    this.#scene = scene;
    this.#shop = shop;
    this.#world = world;
    this.#nodes = nodes;
    this.#monitor = monitor;
  }

  /** Opens a shop of its own, and a node for each action. */
  static async open<World, State extends object, Name extends string>(
    scene: Scene<World, State, Name>,
  ): Promise<Explorer<World, State, Name>> {
    const shop = await openTestShop({ DATABASE_CONNECTIONS: '3' });
    // What waits in a circle is ended after this time.
    await sql.raw(`alter database ${shop.connection.database} set deadlock_timeout = '10ms'`).execute(shop.db);
    const world = await scene.createWorld(shop);
    const nodes: GatedNode[] = [];
    for (let n = 0; n < MAX_ACTIONS; n++) nodes.push(await openGatedNode(shop));
    return new Explorer(scene, shop, world, nodes, await LockMonitor.open(shop.connection));
  }

  async close(): Promise<void> {
    await this.#monitor.close();
    for (const { close } of this.#nodes) await close();
    await this.#world.close();
    await this.#shop.close();
  }

  /** Changes the text of every statement of the actions from now on, for example to leave out a lock. */
  rewrite(change: (text: string) => string): void {
    for (const { gate } of this.#nodes) gate.rewrite = change;
    this.#serial.clear();
  }

  /** Makes a case of a draw: every statement of an action is as likely as another. */
  async createCase({ actions, order, switches }: Draw<Name>): Promise<Case<Name>> {
    const all = indexesOf(actions);
    const orders = permutations(all);
    const lengths = await this.#countStatements(actions);
    return {
      actions,
      schedule: {
        order: orders[order % orders.length] ?? all,
        switches: switches.map(({ actor, before, to }) => {
          const from = actor % all.length;
          return {
            actor: from,
            before: 1 + (before % Math.max(1, (lengths[from] ?? 0) - 1)),
            to: (from + 1 + (to % (all.length - 1))) % all.length,
          };
        }),
      },
    };
  }

  /** Every schedule of the actions with exactly one switch. */
  async listSingleSwitches(actions: readonly Name[]): Promise<Schedule[]> {
    const all = indexesOf(actions);
    const lengths = await this.#countStatements(actions);
    return all.flatMap((actor) =>
      Array.from({ length: Math.max(0, (lengths[actor] ?? 0) - 1) }, (_, n) => n + 1).flatMap((before) =>
        all
          .filter((to) => to !== actor)
          .map((to) => ({
            order: [actor, to, ...all.filter((n) => n !== actor && n !== to)],
            switches: [{ actor, before, to }],
          })),
      ),
    );
  }

  /** @returns what is wrong with the result, if anything */
  async check({ actions, schedule }: Case<Name>): Promise<Failure<Name> | undefined> {
    const result = await this.#perform(actions, schedule);
    this.runs++;
    const key = actions.join(' + ');
    this.traces.set(key, (this.traces.get(key) ?? new Set()).add(fingerprintOf(result.steps)));
    const violations = [...result.errors, ...this.#findViolations(actions, result)];
    if (violations.length === 0 && !(await this.#isSerial(actions, result)))
      violations.push(`equals no serial order: ${await this.#describeDifference(actions, result)}`);
    return violations.length > 0 ? { actions, schedule, violations, steps: result.steps } : undefined;
  }

  #findViolations(actions: readonly Name[], { results, state }: Result<State>): string[] {
    const countDone = (name: Name) => results.filter(({ status }, n) => actions[n] === name && status === 200).length;
    return this.#scene.findViolations(state, countDone);
  }

  /** Whether some serial order of the actions, without those that were refused for now, has the same result. */
  async #isSerial(actions: readonly Name[], { results, state, finished }: Result<State>): Promise<boolean> {
    const mayBeMissing = (n: number) => isRetryable(results[n] as ActionResult);
    // The order in which they finished is the likeliest one.
    const orders = [finished, ...arrangements(finished), []].filter((order) =>
      finished.every((n) => order.includes(n) || mayBeMissing(n)),
    );
    const hasResultOf = async (order: readonly number[]): Promise<boolean> => {
      const serial = await this.#performSerially(
        order.map((n) => (n === IMPLICIT ? this.#scene.implicit : actions[n])) as Name[],
      );
      return (
        order.every((n, place) => n === IMPLICIT || isDeepStrictEqual(results[n], serial.results[place])) &&
        isDeepStrictEqual(state, serial.state)
      );
    };
    for (const order of orders) if (await hasResultOf(order)) return true;
    if (this.#scene.implicit === undefined) return false;
    for (const order of orders)
      for (let place = 0; place <= order.length; place++)
        if (await hasResultOf(order.toSpliced(place, 0, IMPLICIT))) return true;
    return false;
  }

  /** The responses, and which parts of the state differ from a serial run of the actions in the order in which they finished. */
  async #describeDifference(actions: readonly Name[], { results, state, finished }: Result<State>): Promise<string> {
    const serial = await this.#performSerially(finished.map((n) => actions[n] as Name));
    const differs = (key: string) => !isDeepStrictEqual(state[key as keyof State], serial.state[key as keyof State]);
    const own = results.map(({ status, code = '' }) => `${status} ${code}`.trim()).join(', ');
    return `statuses ${own}; different: ${Object.keys(state).filter(differs).join(', ') || 'only the statuses'}`;
  }

  async #countStatements(actions: readonly Name[]): Promise<number[]> {
    const lengths: number[] = [];
    for (const name of actions) lengths.push((await this.#performSerially([name])).steps.length);
    return lengths;
  }

  #performSerially(actions: readonly Name[]): Promise<Result<State>> {
    const key = actions.join(' + ');
    const known = this.#serial.get(key) ?? this.#perform(actions, { order: indexesOf(actions), switches: [] });
    this.#serial.set(key, known);
    return known;
  }

  /** Performs each action alone on its node if it is new there: its first run sends more statements, and a switch counts them. */
  async #warm(actions: readonly Name[]): Promise<void> {
    for (const [n, name] of actions.entries()) {
      const key = `${n} ${name}`;
      if (this.#warmed.has(key)) continue;
      this.#warmed.add(key);
      await this.#performOn(this.#nodes.slice(n, n + 1), [name], { order: [0], switches: [] });
    }
  }

  async #perform(actions: readonly Name[], schedule: Schedule): Promise<Result<State>> {
    await this.#warm(actions);
    return this.#performOn(this.#nodes, actions, schedule);
  }

  async #performOn(nodes: readonly GatedNode[], actions: readonly Name[], schedule: Schedule): Promise<Result<State>> {
    await this.#world.reset();
    const actors = actions.map((name, n) => {
      const node = nodes[n];
      if (!node) throw new Error('there are more actions than nodes');
      return { name, gate: node.gate, run: () => this.#scene.actions[name](node, this.#world) };
    });
    const { steps, outcomes, finished } = await runSchedule(actors, schedule, this.#monitor);
    const errors: string[] = [];
    const results = outcomes.map((outcome, n): ActionResult => {
      if (outcome.status === 'fulfilled' && (outcome.value.status < 500 || outcome.value.status === 503))
        return outcome.value;
      errors.push(
        outcome.status === 'fulfilled'
          ? `${actions[n]} has status ${outcome.value.status}`
          : `${actions[n]} failed: ${outcome.reason}`,
      );
      return { status: 500 };
    });
    await this.#finish();
    return { steps, results, errors, finished, state: await this.#scene.readState(this.#shop.db) };
  }

  /**
   * Does what is left for later jobs. A run of the job that sends refunds takes those that were due when it began, so its place in a serial
   * order depends on the clock.
   */
  async #finish(): Promise<void> {
    const later = new Date(Date.now() + 24 * 3_600_000);
    await makeRefunds({ ...this.#shop, log: this.#shop.app.log }, later);
    await this.#scene.finish?.(this.#shop, later);
  }
}

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
};

/** The failure as text: what is wrong, and each statement in the order in which they were sent. */
export const describeFailure = ({ actions, violations, steps }: Failure): string =>
  [
    ...violations,
    ...steps.map(({ actor, text, waited }) => `  ${actions[actor]}: ${shorten(text)}${waited ? ' (waits)' : ''}`),
  ].join('\n');
