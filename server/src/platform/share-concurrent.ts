/** Wraps a function so that concurrent calls with the same key share one call. */
export const shareConcurrent = <Key, T>(call: (key: Key) => Promise<T>): ((key: Key) => Promise<T>) => {
  const inFlight = new Map<Key, Promise<T>>();
  return (key) => {
    const running = inFlight.get(key) ?? call(key).finally(() => inFlight.delete(key));
    inFlight.set(key, running);
    return running;
  };
};
