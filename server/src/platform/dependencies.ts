/** Values of a list's order: a price in kobo, or a discount in percent. Both ends are included. */
export type Interval = { axis: string; from: number; to: number };

/** What changed: tags such as 'product 7', and the ways that products moved in the orders of lists. */
export type Change = { tags: readonly string[]; moves: readonly Interval[] };

/** The tag of a change that concerns every response. */
export const EVERYTHING = 'everything';

const overlaps = (a: Interval, b: Interval): boolean => a.axis === b.axis && a.from <= b.to && b.from <= a.to;

/** What a cached response was made from. A change of any part makes the response stale. */
export class Dependencies {
  /** Not a set, which takes longer: a page has some of its tags twice. */
  readonly tags: string[] = [];
  /** Parts of list orders: a product that moves into one, out of it or through it changes the response. */
  readonly intervals: Interval[] = [];
  /** False if the response is made from something that is not known to be unchanged. It is then not cached. */
  areKnown = true;
  /** When the response becomes stale without a change, as performance.now(). */
  staleAt = Number.POSITIVE_INFINITY;

  add(...tags: readonly string[]): void {
    this.tags.push(...tags);
  }

  addInterval(interval: Interval): void {
    this.intervals.push(interval);
  }

  /** The response is right for so many milliseconds from now. */
  expireIn(ms: number): void {
    this.staleAt = Math.min(this.staleAt, performance.now() + ms);
  }

  /** Adds what another response, from which this one is made, depends on. */
  addAll(other: Dependencies): void {
    this.add(...other.tags);
    this.intervals.push(...other.intervals);
    this.areKnown &&= other.areKnown;
    this.staleAt = Math.min(this.staleAt, other.staleAt);
  }

  isAffectedBy({ tags, moves }: Change): boolean {
    return (
      tags.some((tag) => tag === EVERYTHING || this.tags.includes(tag)) ||
      this.intervals.some((interval) => moves.some((move) => overlaps(interval, move)))
    );
  }
}

/**
 * What refusals depend on, for the pages that show them, such as a list page past the end. A refusal that depends on
 * nothing is not in it, because what would change it is not known.
 */
export const dependenciesOfRefusals = new WeakMap<object, Dependencies>();

/** Finds the entries that a change concerns, without looking at all of them. */
export class DependencyIndex<Entry extends { dependencies: Dependencies }> {
  readonly #byTag = new Map<string, Set<Entry>>();
  readonly #byAxis = new Map<string, Set<Entry>>();

  add(entry: Entry): void {
    for (const tag of entry.dependencies.tags) addTo(this.#byTag, tag, entry);
    for (const { axis } of entry.dependencies.intervals) addTo(this.#byAxis, axis, entry);
  }

  remove(entry: Entry): void {
    for (const tag of entry.dependencies.tags) removeFrom(this.#byTag, tag, entry);
    for (const { axis } of entry.dependencies.intervals) removeFrom(this.#byAxis, axis, entry);
  }

  /** The entries that the change concerns. Not for a change of everything. */
  find({ tags, moves }: Change): Set<Entry> {
    const found = new Set<Entry>();
    for (const tag of tags) for (const entry of this.#byTag.get(tag) ?? []) found.add(entry);
    for (const move of moves)
      for (const entry of this.#byAxis.get(move.axis) ?? [])
        if (entry.dependencies.intervals.some((interval) => overlaps(interval, move))) found.add(entry);
    return found;
  }

  clear(): void {
    this.#byTag.clear();
    this.#byAxis.clear();
  }
}

const addTo = <Entry>(index: Map<string, Set<Entry>>, key: string, entry: Entry): void => {
  const entries = index.get(key);
  if (entries) entries.add(entry);
  else index.set(key, new Set([entry]));
};

const removeFrom = <Entry>(index: Map<string, Set<Entry>>, key: string, entry: Entry): void => {
  const entries = index.get(key);
  if (entries?.delete(entry) && entries.size === 0) index.delete(key);
};
