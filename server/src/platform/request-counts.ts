/** The units that a key has used in its time window, and when the window ends. */
export type WindowCount = { units: number; endsInMs: number };

/** Counts units by key, in windows that begin with the first unit. */
export interface RequestCounts {
  /**
   * Adds units to a key's window, or takes some back from it.
   * @param units negative to take back; ignored if the window has ended
   * @returns undefined if counting is unavailable
   */
  add(key: string, units: number): Promise<WindowCount | undefined> | WindowCount | undefined;
}

export const WINDOW_MS = 60_000;
/** Maximum number of windows, about 10 MB of memory. When there are more, the oldest are dropped. */
const MAX_KEYS = 50_000;

type Window = { units: number; endsAt: number };

/** Counts in the memory of this process. */
export class LocalRequestCounts implements RequestCounts {
  /** In the order in which the windows end. */
  readonly #windows = new Map<string, Window>();

  add(key: string, units: number): WindowCount | undefined {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      if (units < 0) return undefined;
      this.#windows.delete(key);
      this.#deleteOldest(now);
      window = { units: 0, endsAt: now + WINDOW_MS };
      this.#windows.set(key, window);
    }
    window.units += units;
    return { units: window.units, endsInMs: window.endsAt - now };
  }

  #deleteOldest(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MAX_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
