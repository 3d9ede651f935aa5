import type { Operator } from '@sokuwa/server/operator.ts';

/** What a command was given: its arguments in order, and its options by name. */
export type Given = { args: string[]; options: Record<string, string | undefined>; flags: ReadonlySet<string> };

export type Command = {
  /** 'orders ship', or one word */
  name: string;
  /** Its arguments, as help shows them. */
  args: readonly string[];
  /** Its options, each with what help says of it; all take a value. */
  options: Record<string, string>;
  /** Those that take none. */
  flags?: Record<string, string>;
  summary: string;
  /**
   * Checks what was given, before anything is opened.
   * @returns what to do with the shop; its answer is a sentence for the operator
   * @throws UsageError
   */
  prepare(
    given: Given,
  ): (operator: Operator, options: { dryRun: boolean }, progress: (text: string) => void) => Promise<Done>;
};
/** What was done, or what would be; or why it can't. */
export type Done = { done: string } | { refused: string };
