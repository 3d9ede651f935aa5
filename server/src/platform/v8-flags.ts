import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8's flags are not a public interface: v8-flags.test.ts fails when an upgrade of Node drops or changes one of these.
 *
 * Let the heap grow by half before a full collection. Most memory is outside the heap (bytes of pages and responses), so V8 sees
 * few allocations and would otherwise run a full collection after every few pages. Collect the young generation in the thread
 * that it belongs to: helpers take the processors from other threads, and it is small. Create objects in the young generation, also
 * where those before survived, as they do while a cache fills (docs/decisions/server-memory.md).
 */
const V8_FLAGS = ['--heap-growing-percent=50', '--no-parallel-scavenge', '--no-allocation-site-pretenuring'];

/** Sets the flags of this process; V8 only prints an error for an unknown one. */
export const setV8Flags = (): void => {
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
};

type Gc = (options: { type: 'major' | 'minor'; flavor?: 'last-resort' }) => void;

let gc: Gc | undefined;
/** V8's function that collects garbage. */
const getGc = (): Gc => {
  if (gc) return gc;
  setFlagsFromString('--expose-gc');
  const exposed: Gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  gc = exposed;
  return exposed;
};

/**
 * Collects all garbage of this thread and returns the memory to the system. Otherwise V8 keeps what the start has used,
 * because an idle process allocates too little for another full collection.
 */
export const collectGarbage = (): void => getGc()({ type: 'major', flavor: 'last-resort' });

/** Collects the young generation of this thread: objects that were created recently and are no longer used. */
export const collectYoungGarbage = (): void => getGc()({ type: 'minor' });
