/**
 * Makes this program one that the bench gives orders to: each message is run and its outcome sent back. It ends with the
 * bench, and with its first failure, which it writes down.
 */
export const answerOrders = <Order, Answer>(run: (order: Order) => Promise<Answer>): void => {
  process.on('message', (order: Order) => {
    run(order).then(
      (answer) => process.send?.(answer),
      (error) => {
        process.stderr.write(`${error}\n`);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit());
};
