import { z } from 'zod';
import { FIRST_STEPS } from './joining.rules.ts';

export const firstSteps = z.object({
  /** In their order. What the reader's role may not read is left out, and for a program what concerns a person. */
  steps: z.array(
    z.object({
      step: z.enum(FIRST_STEPS),
      is_done: z.boolean(),
      /** False: only recommended. */
      is_needed: z.boolean(),
    }),
  ),
  /** Whether an owner has put the list away. */
  is_dismissed: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const firstStepsChange = z.strictObject({ is_dismissed: z.boolean() });
export type FirstStepsChange = z.input<typeof firstStepsChange>;
