type Work = () => Promise<void>;
/** `awaited`: somebody waits for it; `later`: nobody does. */
export type Urgency = 'awaited' | 'later';

/**
 * Work done a few pieces at a time, what is awaited first. Neither line grows beyond a limit.
 * With two workers or more, one is always left to what is awaited.
 */
export class WorkQueue {
  readonly #workers: number;
  readonly #limit: number;
  readonly #waiting: Record<Urgency, Work[]> = { awaited: [], later: [] };
  readonly #running: Record<Urgency, number> = { awaited: 0, later: 0 };
  #whenIdle: (() => void)[] = [];

  /**
   * @param workers pieces of work at once
   * @param limit pieces that may wait, for each urgency
   */
  constructor(workers: number, limit: number) {
    this.#workers = workers;
    this.#limit = limit;
  }

  /** Pieces under way and pieces that wait. */
  get load(): { running: number; waiting: number } {
    return {
      running: this.#running.awaited + this.#running.later,
      waiting: this.#waiting.awaited.length + this.#waiting.later.length,
    };
  }

  /**
   * Does the work now or when its turn comes.
   * @param work must not reject
   * @returns false, and never does it, when too much waits already
   */
  add(work: Work, urgency: Urgency): boolean {
    if (this.#waiting[urgency].length >= this.#limit) return false;
    this.#waiting[urgency].push(work);
    this.#startNext();
    return true;
  }

  /** Resolves once nothing runs or waits. */
  async idle(): Promise<void> {
    const { running, waiting } = this.load;
    if (running + waiting > 0) await new Promise<void>((done) => this.#whenIdle.push(done));
  }

  #startNext(): void {
    if (this.load.running >= this.#workers) return;
    if (this.#waiting.awaited.length > 0) this.#start('awaited');
    else if (this.#running.later < Math.max(1, this.#workers - 1)) this.#start('later');
  }

  #start(urgency: Urgency): void {
    const work = this.#waiting[urgency].shift();
    if (!work) return;
    this.#running[urgency]++;
    void work().finally(() => {
      this.#running[urgency]--;
      this.#startNext();
      const { running, waiting } = this.load;
      if (running + waiting > 0) return;
      for (const done of this.#whenIdle.splice(0)) done();
    });
  }
}
