/** Does tasks from one queue, so many at once. @returns the seconds that it took */
export const inLanes = async <T>(
  lanes: number,
  tasks: readonly T[],
  run: (task: T) => Promise<unknown>,
): Promise<number> => {
  const queue = tasks.values();
  const began = performance.now();
  const lane = async () => {
    for (const task of queue) await run(task);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (performance.now() - began) / 1000;
};
