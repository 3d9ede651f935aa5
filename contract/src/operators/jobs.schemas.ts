import { z } from 'zod';
import { cursorText } from '../text.schemas.ts';

/** `retrying`: an attempt failed, and the next one is planned. `failed`: no other is; it is deleted after a week. */
export const JOB_STATES = ['failed', 'retrying'] as const;
export const jobParams = z.object({ id: z.uuid() });

export const jobsQuery = z.object({
  /** The kind of job; `send_mail` sends mails. */
  kind: z
    .string()
    .regex(/^[a-z_]{1,50}$/)
    .optional(),
  state: z.enum(JOB_STATES).optional(),
  cursor: cursorText(/^\d{1,16}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/).optional(),
});
export type JobsQuery = { kind?: string; state?: (typeof JOB_STATES)[number]; cursor?: string };

export const troubledJob = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(JOB_STATES),
  /** Failed attempts. */
  attempts: z.number().int(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** Null if it has failed for good. */
  next_attempt_at: z.string().nullable(),
  /** Of the last attempt. */
  error: z.string().nullable(),
  /** Of a mail: what it is, and to whom. */
  mail: z.object({ kind: z.string(), to: z.string() }).nullable(),
});
export type TroubledJob = z.infer<typeof troubledJob>;
export const troubledJobs = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first. */
  results: z.array(troubledJob),
});
export type TroubledJobs = z.infer<typeof troubledJobs>;

export const jobRetried = z.object({
  id: z.string(),
  kind: z.string(),
  /** Whether it is tried again now. Not if it runs, is completed, or has not failed. */
  is_due: z.boolean(),
});
export type JobRetried = z.infer<typeof jobRetried>;
