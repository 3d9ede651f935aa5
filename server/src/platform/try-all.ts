import { describeReason } from './reason.ts';

/** Runs the work of one item. @param item names it in the error @returns whether it succeeded */
export type Attempt = (item: string, work: () => Promise<unknown>) => Promise<boolean>;

/**
 * Runs a job whose items do not stop each other: one that fails is noted, and the others are still tried.
 * @param what has failed, in the plural: "orders could not be cancelled"
 * @param run calls `attempt` for each item
 * @returns what `run` returns
 * @throws AggregateError with all failures, each of which names its item. The message has their number and the first one, because only the
 *   message of a failed job is stored. An error of `run` outside an attempt is thrown as it is, or is the last of the failures
 */
export const tryAll = async <R>(what: string, run: (attempt: Attempt) => Promise<R>): Promise<R> => {
  const failures: unknown[] = [];
  const attempt: Attempt = async (item, work) => {
    try {
      await work();
      return true;
    } catch (error) {
      failures.push(new Error(item, { cause: error }));
      return false;
    }
  };
  let result: R;
  try {
    result = await run(attempt);
  } catch (error) {
    if (failures.length === 0) throw error;
    throw toError(what, [...failures, error]);
  }
  if (failures.length > 0) throw toError(what, failures);
  return result;
};

const toError = (what: string, failures: readonly unknown[]): AggregateError =>
  new AggregateError(failures, `${what}: ${failures.length}, first ${describeReason(failures[0])}`);
