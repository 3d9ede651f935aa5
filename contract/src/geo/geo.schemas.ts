import { z } from 'zod';

export const country = z.object({
  country_code: z.string(),
  country_name: z.string(),
  /** ISO 4217. */
  currency: z.string(),
});
export type Country = z.infer<typeof country>;
