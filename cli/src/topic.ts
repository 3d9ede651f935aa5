import type { Command } from '@commander-js/extra-typings';
import {
  type ActOptions,
  type Finding,
  getRefusalText,
  isRefused,
  type Operator,
  type Refused,
} from '@sokuwa/server/operator.ts';

/** The result, also of a dry run; or the reason why the shop refused. */
export type Outcome = { done: string } | { refused: string };

/**
 * The outcome of what an operator does.
 * @param format the result in a sentence
 * @param subject what the refusal is about, such as 'Order 7F3KQ2M9XW4T'
 */
export const toOutcome = <T>(result: T | Refused, format: (result: T) => string, subject?: string): Outcome => {
  if (!isRefused(result)) return { done: format(result as T) };
  return { refused: `${subject === undefined ? '' : `${subject}: `}${getRefusalText(result)}` };
};

/** A command that changes something passes them on. */
type WorkOptions = ActOptions & {
  /** Shows the progress of long work on one line, which replaces the previous one. */
  showProgress(text: string): void;
};

/** The functions that commands get from the program that runs them. */
export type Context = {
  /** Opens the shop, does the work, prints its outcome and closes the shop. A refusal makes the exit code 1. */
  withShop(
    options: { dryRun?: true | undefined; reason?: string | undefined },
    work: (operator: Operator, options: WorkOptions) => Promise<Outcome>,
  ): Promise<void>;
  /** Examines the shop without opening it. */
  examine(): Promise<Finding[]>;
  /** Prints a result. `failed` makes the exit code 1. */
  print(text: string, options: { failed: boolean }): void;
};

/** Adds the commands of one topic to the program. */
export type AddCommands = (program: Command, context: Context) => void;
