import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { makeRefunds } from '../../orders/refund.service.ts';
import { openTestShop, type TestShop } from '../shop.ts';
import { ACTION_NAMES, ACTIONS, type ActionName, type ActionResult, TAKEN_UNITS } from './actions.ts';
import { type Books, countUnits, findViolations, readBooks } from './books.ts';
import { LockMonitor } from './lock-monitor.ts';
import { type GatedNode, openGatedNode } from './node.ts';
import { fingerprintOf, runSchedule, type Schedule, type Step } from './schedule.ts';
import { createWorld, type World } from './world.ts';

/** Some actions that begin at once, and the order of their statements. */
export type Case = { actions: readonly ActionName[]; schedule: Schedule };
export type Failure = Case & { violations: string[]; steps: readonly Step[] };

/**
 * Stands for `expire orders` in a serial order: an order whose time to pay is over is expired by whichever call meets it,
 * in a transaction of its own.
 */
const EXPIRY = -1;

/** Three actions and the expiry in a serial order. */
const MAX_ACTIONS = 4;

type Result = {
  results: readonly ActionResult[];
  books: Books;
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

const indexesOf = (actions: readonly ActionName[]): number[] => actions.map((_, n) => n);

/** Each pair of actions, the ones with itself included. */
export const pairsOf = (names: readonly ActionName[]): ActionName[][] =>
  names.flatMap((first, n) => names.slice(n).map((second) => [first, second]));

/** Each three different actions. */
export const triplesOf = (names: readonly ActionName[]): ActionName[][] =>
  names.flatMap((first, n) =>
    names.slice(n + 1).flatMap((second, m) => names.slice(n + m + 2).map((third) => [first, second, third])),
  );

/** Random numbers from which `Explorer.createCase` makes a case. They shrink towards few and early switches. */
export type Draw = {
  actions: readonly ActionName[];
  order: number;
  switches: readonly { actor: number; before: number; to: number }[];
};

/** Draws of the given sets of actions, with at most five switches. */
export const draws = (sets: readonly (readonly ActionName[])[]): fc.Arbitrary<Draw> =>
  fc.record({
    actions: fc.constantFrom(...sets),
    order: fc.nat(5),
    switches: fc.array(fc.record({ actor: fc.nat(2), before: fc.nat(99), to: fc.nat(1) }), { maxLength: 5 }),
  });

/**
 * Runs actions concurrently in given orders of their SQL statements, each from the same state of the database, and
 * checks the result: the books are right, no call fails, and the results and books equal those of some serial order.
 */
export class Explorer {
  readonly #shop: TestShop;
  readonly #world: World;
  readonly #nodes: readonly GatedNode[];
  readonly #monitor: LockMonitor;
  /** Results of actions one after the other, by their names. */
  readonly #serial = new Map<string, Promise<Result>>();
  /** Fingerprints of the checked runs by their actions. */
  readonly traces = new Map<string, Set<string>>();
  /** Number of checked runs. */
  runs = 0;

  private constructor(shop: TestShop, world: World, nodes: readonly GatedNode[], monitor: LockMonitor) {
    this.#shop = shop;
    this.#world = world;
    this.#nodes = nodes;
    this.#monitor = monitor;
  }

  /** Opens a shop of its own, and a node for each action. */
  static async open(): Promise<Explorer> {
    const shop = await openTestShop({ DATABASE_CONNECTIONS: '3' });
    // What waits in a circle is ended after this time.
    await sql.raw(`alter database ${shop.connection.database} set deadlock_timeout = '10ms'`).execute(shop.db);
    const world = await createWorld(shop);
    const nodes: GatedNode[] = [];
    for (let n = 0; n < MAX_ACTIONS; n++) nodes.push(await openGatedNode(shop));
    const explorer = new Explorer(shop, world, nodes, await LockMonitor.open(shop.connection));
    // The first run of an action on a node sends more statements, and a switch counts them.
    for (const name of ACTION_NAMES) {
      for (const node of nodes) await explorer.#perform([name], { order: [0], switches: [] }, [node]);
    }
    return explorer;
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
  async createCase({ actions, order, switches }: Draw): Promise<Case> {
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
  async listSingleSwitches(actions: readonly ActionName[]): Promise<Schedule[]> {
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
  async check({ actions, schedule }: Case): Promise<Failure | undefined> {
    const result = await this.#perform(actions, schedule);
    this.runs++;
    const key = actions.join(' + ');
    this.traces.set(key, (this.traces.get(key) ?? new Set()).add(fingerprintOf(result.steps)));
    const violations = [...result.errors, ...this.#findViolations(actions, result)];
    if (violations.length === 0 && !(await this.#isSerial(actions, result)))
      violations.push(`equals no serial order: ${await this.#describeDifference(actions, result)}`);
    return violations.length > 0 ? { actions, schedule, violations, steps: result.steps } : undefined;
  }

  #findViolations(actions: readonly ActionName[], { results, books }: Result): string[] {
    const isDone = (name: ActionName) => (_: unknown, n: number) => actions[n] === name && results[n]?.status === 200;
    const [yam, ...others] = countUnits(TAKEN_UNITS * results.filter(isDone('change a stock')).length);
    const isCountedAnew = results.some(isDone('import products'));
    return findViolations(books, [isCountedAnew ? undefined : yam, ...others]);
  }

  /** Whether some serial order of the actions, without those that were refused for now, has the same result. */
  async #isSerial(actions: readonly ActionName[], { results, books, finished }: Result): Promise<boolean> {
    const mayBeMissing = (n: number) => isRetryable(results[n] as ActionResult);
    // The order in which they finished is the likeliest one.
    const orders = [finished, ...arrangements(finished), []].filter((order) =>
      finished.every((n) => order.includes(n) || mayBeMissing(n)),
    );
    const hasResultOf = async (order: readonly number[]): Promise<boolean> => {
      const serial = await this.#performSerially(
        order.map((n) => (n === EXPIRY ? 'expire orders' : actions[n])) as ActionName[],
      );
      return (
        order.every((n, place) => n === EXPIRY || isDeepStrictEqual(results[n], serial.results[place])) &&
        isDeepStrictEqual(books, serial.books)
      );
    };
    for (const order of orders) if (await hasResultOf(order)) return true;
    for (const order of orders)
      for (let place = 0; place <= order.length; place++)
        if (await hasResultOf(order.toSpliced(place, 0, EXPIRY))) return true;
    return false;
  }

  /** The responses, and which parts of the books differ from a serial run of the actions in the order in which they finished. */
  async #describeDifference(actions: readonly ActionName[], { results, books, finished }: Result): Promise<string> {
    const serial = await this.#performSerially(finished.map((n) => actions[n] as ActionName));
    const differs = (key: string) => !isDeepStrictEqual(books[key as keyof Books], serial.books[key as keyof Books]);
    const own = results.map(({ status, code = '' }) => `${status} ${code}`.trim()).join(', ');
    return `statuses ${own}; different: ${Object.keys(books).filter(differs).join(', ') || 'only the statuses'}`;
  }

  async #countStatements(actions: readonly ActionName[]): Promise<number[]> {
    const lengths: number[] = [];
    for (const name of actions) lengths.push((await this.#performSerially([name])).steps.length);
    return lengths;
  }

  #performSerially(actions: readonly ActionName[]): Promise<Result> {
    const key = actions.join(' + ');
    const known = this.#serial.get(key) ?? this.#perform(actions, { order: indexesOf(actions), switches: [] });
    this.#serial.set(key, known);
    return known;
  }

  async #perform(actions: readonly ActionName[], schedule: Schedule, nodes = this.#nodes): Promise<Result> {
    await this.#world.reset();
    const actors = actions.map((name, n) => {
      const node = nodes[n];
      if (!node) throw new Error('there are more actions than nodes');
      return { name, gate: node.gate, run: () => ACTIONS[name](node, this.#world) };
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
    await this.#finishRefunds();
    return { steps, results, errors, finished, books: await readBooks(this.#shop.db) };
  }

  /**
   * Sends what a run of the job left for the next one: it takes the refunds that were due when it began, so its place in a
   * serial order depends on the clock.
   */
  async #finishRefunds(): Promise<void> {
    const later = new Date(Date.now() + 24 * 3_600_000);
    await makeRefunds({ ...this.#shop, log: this.#shop.app.log }, later);
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
