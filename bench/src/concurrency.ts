/** Runs all items, at most `concurrency` at the same time. @returns the duration in seconds */
export const runConcurrently = async <T>(
  concurrency: number,
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<number> => {
  const queue = items.values();
  const startMs = performance.now();
  const worker = async () => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (performance.now() - startMs) / 1000;
};
