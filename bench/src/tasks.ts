/**
 * Makes this program a worker of the benchmark: it runs each task that it receives over IPC, and sends the result back. It
 * exits with the benchmark, and on the first error, which it prints.
 */
export const handleTasks = <Task, Result>(run: (task: Task) => Promise<Result>): void => {
  process.on('message', (task: Task) => {
    run(task).then(
      (result) => process.send?.(result),
      (error) => {
        process.stderr.write(`${error}\n`);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit());
};
