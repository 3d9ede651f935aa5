import { z } from 'zod';

const MAX_LINES = 1000;

export const piece = z.object({
  /** The position of the line in the order, from 0. */
  position: z.int('Write the position of a line.').min(0).max(32_767),
  quantity: z.int('Write a whole number of pieces.').min(1).max(1_000_000_000),
});

/** Pieces of lines of one order. @param message if there are none */
export const pieces = <T extends z.ZodObject>(each: T, message?: string) =>
  z.array(each).min(1, message).max(MAX_LINES);
