import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { OptionalActReason } from './acts.schemas.ts';
import type { JobRetried, JobsQuery, TroubledJobs } from './jobs.schemas.ts';

/** Mails are jobs of the kind `send_mail`. */
export const listJobs = endpoint<{ query: JobsQuery; response: TroubledJobs }>()({
  method: 'GET',
  path: '/operator/jobs/',
  auth: 'operator',
  area: 'settings',
  summary: 'Background jobs that failed, and mails that could not be sent, newest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** A repetition changes nothing while it runs or when it is completed. */
export const retryJob = endpoint<{ params: { id: string }; body: OptionalActReason; response: JobRetried }>()({
  method: 'POST',
  path: '/operator/jobs/{id}/retry/',
  auth: 'operator',
  area: 'settings',
  summary: 'Run a failed job, or send a mail, again now',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found'],
});
