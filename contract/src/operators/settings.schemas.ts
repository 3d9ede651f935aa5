import { z } from 'zod';

export const shopSettings = z.object({
  /** By topic. */
  groups: z.array(
    z.object({
      title: z.string(),
      settings: z.array(
        z.object({
          name: z.string(),
          /** The text in use; null if it is not set and has no default, and of a secret. */
          value: z.string().nullable(),
          /** Its value is never shown. */
          is_secret: z.boolean(),
          /** Whether the process was started with a value for it. */
          is_set: z.boolean(),
          default: z.string().nullable(),
          /** What an unset one means; null where the default says it. */
          unset: z.string().nullable(),
          help: z.string(),
        }),
      ),
    }),
  ),
});
export type ShopSettings = z.infer<typeof shopSettings>;

export const examination = z.object({
  /** When it began; ISO 8601, UTC. At most a minute ago. */
  at: z.string(),
  findings: z.array(
    z.object({
      /** What was checked: settings, database, … */
      subject: z.string(),
      /** `warning`: the shop works, but with a limitation; `error`: something does not work. */
      level: z.enum(['ok', 'warning', 'error']),
      /** Sentences: the state, and how to fix it. */
      message: z.string(),
    }),
  ),
});
export type Examination = z.infer<typeof examination>;
