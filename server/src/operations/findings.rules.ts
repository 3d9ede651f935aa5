import type { Config } from '../config.ts';
import type { JobCounts } from '../platform/pg-boss-tables.ts';
import type { DatabaseMetrics } from './database-metrics.ts';

/** A result of the doctor command. */
export type Finding = {
  /** The subject of the check: settings, database, … */
  about: string;
  /** `warning`: the shop works, but with a limitation; `wrong`: something does not work. */
  state: 'ok' | 'warning' | 'wrong';
  /** Sentences: the state, and how to fix it. */
  says: string;
};

/** Creates findings about one subject. */
export const findingsAbout = (about: string) => ({
  ok: (says: string): Finding => ({ about, state: 'ok', says }),
  warning: (says: string): Finding => ({ about, state: 'warning', says }),
  wrong: (says: string): Finding => ({ about, state: 'wrong', says }),
});

/** Limits for free disk space, in bytes. */
const GB = 1024 ** 3;
const MAX_MAIL_AGE_SECONDS = 15 * 60;
const MAX_JOB_AGE_SECONDS = 5 * 60;
const CLOCK_SKEW_WARNING_SECONDS = 2;
const CLOCK_SKEW_ERROR_SECONDS = 60;

/** Warnings about settings that are valid but unsuitable for production. */
export const hintsOf = (config: Config): Finding[] => {
  const { ok, warning } = findingsAbout('settings');
  if (!config.production)
    return [ok('They are right. NODE_ENV is not production: what is not configured is stood in for.')];
  const { publicUrl = '', paystack, sandbox, trustedProxy } = config;
  const hints: Finding[] = [];
  if (publicUrl === '')
    hints.push(warning('PUBLIC_URL is not set, so links in mails lead to this machine. Set it to the shop’s address.'));
  if (publicUrl.startsWith('http:'))
    hints.push(warning('PUBLIC_URL begins with http://, so passwords travel in the clear. Put TLS before the shop.'));
  if (publicUrl.startsWith('https:') && trustedProxy === undefined)
    hints.push(
      warning(
        'TRUSTED_PROXY is not set, so all shoppers share the rate limits of the proxy that brings them. Set it to its address.',
      ),
    );
  if (sandbox)
    hints.push(
      warning('ALLOW_SANDBOX is 1, so everybody can read mails and approve payments under /sandbox. Set it to 0.'),
    );
  if (paystack?.secretKey.startsWith('sk_test_'))
    hints.push(warning('PAYSTACK_SECRET_KEY is a test key, so no money moves. Set the live one.'));
  return [ok('They are right.'), ...hints];
};

/** @param bytes free bytes for the shop's own user */
export const spaceLeft = (folder: string, bytes: number): Finding => {
  const { ok, warning, wrong } = findingsAbout('data folder');
  const says = `${folder} can be written, and has ${(bytes / GB).toFixed(1)} GB left.`;
  if (bytes < GB / 10) return wrong(`${says} Make room at once: a database that can not write stops.`);
  return bytes < GB ? warning(`${says} Make room.`) : ok(says);
};

/** @param seconds how far the database clock is ahead of this machine */
export const clockSkew = (seconds: number): Finding => {
  const { ok, warning, wrong } = findingsAbout('clock');
  const size = Math.abs(seconds);
  if (size < CLOCK_SKEW_WARNING_SECONDS) return ok('This machine and the database agree on the time.');
  const says = `The database’s clock is ${size.toFixed(0)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this machine’s. Let both follow a time server.`;
  return size < CLOCK_SKEW_ERROR_SECONDS ? warning(says) : wrong(says);
};

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} minutes`;

const jobFindings = (jobs: readonly JobCounts[], mailJobs: string): Finding[] => {
  const { ok, warning } = findingsAbout('jobs');
  const found = jobs.flatMap(({ kind, failed, overdueSeconds, oldestSeconds }) => [
    ...(failed > 0 ? [warning(`${failed} of ${kind} failed for good within a week. The log says why.`)] : []),
    ...((overdueSeconds ?? 0) > MAX_JOB_AGE_SECONDS
      ? [
          warning(
            `Some of ${kind} are due for ${minutes(overdueSeconds ?? 0)}, and nobody does them. Is a shop running?`,
          ),
        ]
      : []),
    ...(kind === mailJobs && (oldestSeconds ?? 0) > MAX_MAIL_AGE_SECONDS
      ? [warning(`The oldest unsent mail is ${minutes(oldestSeconds ?? 0)} old. Does the mail server take mail?`)]
      : []),
  ]);
  return found.length > 0 ? found : [ok('None failed, none is late, no mail waits for long.')];
};

/** Findings from the database metrics. @param mailJobs the job kind that sends mail */
export const needsOf = ({ jobs, statuses }: DatabaseMetrics, mailJobs: string): Finding[] => [
  ...jobFindings(jobs, mailJobs),
  ...statuses.flatMap(({ metric, counts }) =>
    (metric.warnings ?? []).flatMap(({ status, about, says }) => {
      const count = counts.find((found) => found.status === status)?.count ?? 0;
      return count > 0 ? [findingsAbout(about).warning(says(count))] : [];
    }),
  ),
];
