import { z } from 'zod';
import { MAX_COUNTED } from './counts.rules.ts';

/** A count that stops at 1,001, which means more than MAX_COUNTED. */
export const boundedCount = z
  .number()
  .int()
  .min(0)
  .max(MAX_COUNTED + 1);
