import type { Config } from '../config.ts';
import type { JobCounts } from '../platform/pg-boss-tables.ts';
import type { DatabaseMetrics } from './database-metrics.ts';

/** A result of the doctor command. */
export type Finding = {
  /** The subject of the check: settings, database, … */
  subject: string;
  /** `warning`: the shop works, but with a limitation; `error`: something does not work. */
  level: 'ok' | 'warning' | 'error';
  /** Sentences: the state, and how to fix it. */
  message: string;
};

/** Creates findings about one subject. */
export const createFindings = (subject: string) => ({
  ok: (message: string): Finding => ({ subject, level: 'ok', message }),
  warning: (message: string): Finding => ({ subject, level: 'warning', message }),
  error: (message: string): Finding => ({ subject, level: 'error', message }),
});

const BYTES_PER_GB = 1024 ** 3;
const MAX_MAIL_AGE_SECONDS = 15 * 60;
const MAX_JOB_AGE_SECONDS = 5 * 60;
const CLOCK_SKEW_WARNING_SECONDS = 2;
const CLOCK_SKEW_ERROR_SECONDS = 60;

/** What anybody on the internet can do with each part of the sandbox, and how to turn it off. */
const SANDBOX_WARNINGS: Record<Exclude<keyof Config['sandbox'], 'demoStaff' | 'components'>, string> = {
  mailbox:
    'SANDBOX_MAILBOX is 1, so anyone can read all mails at /sandbox/mailbox and take over accounts with their links. Remove it and set SMTP_URL.',
  identity:
    'SANDBOX_IDENTITY is 1, so anyone can sign in as anybody at /sandbox/identity. Remove it; set OIDC_CLIENT_ID if the shop should offer a sign-in with Google.',
  payments: 'SANDBOX_PAYMENTS is 1, so buyers get orders without paying. Remove it and set PAYSTACK_SECRET_KEY.',
  demoAccount: 'SANDBOX_DEMO_ACCOUNT is 1, so anyone can sign in to the demo account. Remove it.',
};
const SANDBOX_NAMES: Record<keyof Config['sandbox'], string> = {
  mailbox: 'mailbox',
  identity: 'identity provider',
  payments: 'payment provider',
  demoAccount: 'demo account',
  demoStaff: 'demo merchant and operator',
  components: 'components',
};

/** Warnings about settings that are valid but unsuitable for production. Names each part of the sandbox that is on. */
export const checkSettings = (config: Config): Finding[] => {
  const { ok, warning } = createFindings('settings');
  if (!config.production) {
    const names = Object.entries(SANDBOX_NAMES).flatMap(([part, name]) =>
      config.sandbox[part as keyof Config['sandbox']] ? [name] : [],
    );
    return [ok(`They are valid. NODE_ENV is not production. The sandbox serves: ${names.join(', ')}.`)];
  }
  const { publicUrl = '', encryptionKeys, paystack, sandbox, trustedProxy } = config;
  const hints: Finding[] = [];
  if (publicUrl.startsWith('http:'))
    hints.push(
      warning(
        'PUBLIC_URL begins with http://, so passwords are sent unencrypted. Put a TLS proxy in front of the shop.',
      ),
    );
  if (publicUrl.startsWith('https:') && trustedProxy === undefined)
    hints.push(
      warning(
        'TRUSTED_PROXY is not set, so all shoppers share the rate limits of the proxy. Set it to the proxy’s address.',
      ),
    );
  for (const [part, message] of Object.entries(SANDBOX_WARNINGS))
    if (sandbox[part as keyof Config['sandbox']]) hints.push(warning(message));
  if (encryptionKeys.length === 0)
    hints.push(
      warning(
        'ENCRYPTION_KEY is not set, so secrets cannot be stored: merchants cannot add webhooks. Set it to the output of `openssl rand -base64 32`, the same on all nodes.',
      ),
    );
  if (paystack?.secretKey.startsWith('sk_test_'))
    hints.push(warning('PAYSTACK_SECRET_KEY is a test key, so no money moves. Set the live key.'));
  return [ok('They are valid.'), ...hints];
};

/** @param bytes free bytes for the user that runs the shop */
export const checkFreeSpace = (folder: string, bytes: number): Finding => {
  const { ok, warning, error } = createFindings('data folder');
  const message = `${folder} can be written, and has ${(bytes / BYTES_PER_GB).toFixed(1)} GB left.`;
  if (bytes < BYTES_PER_GB / 10) return error(`${message} Free space at once: a database that cannot write stops.`);
  return bytes < BYTES_PER_GB ? warning(`${message} Free some space.`) : ok(message);
};

/** @param seconds how far the database clock is ahead of this machine */
export const checkClockSkew = (seconds: number): Finding => {
  const { ok, warning, error } = createFindings('clock');
  const skewSeconds = Math.abs(seconds);
  if (skewSeconds < CLOCK_SKEW_WARNING_SECONDS) return ok('This machine and the database agree on the time.');
  const message = `The database’s clock is ${skewSeconds.toFixed(0)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this machine’s. Synchronize both with a time server.`;
  return skewSeconds < CLOCK_SKEW_ERROR_SECONDS ? warning(message) : error(message);
};

const formatMinutes = (seconds: number): string => `${Math.round(seconds / 60)} minutes`;

const checkJobs = (jobs: readonly JobCounts[], mailJobs: string): Finding[] => {
  const { ok, warning } = createFindings('jobs');
  const findings = jobs.flatMap(({ kind, failed, overdueSeconds, oldestSeconds }) => [
    ...(failed > 0
      ? [warning(`Jobs of kind ${kind} that failed permanently within a week: ${failed}. The log has the reasons.`)]
      : []),
    ...((overdueSeconds ?? 0) > MAX_JOB_AGE_SECONDS
      ? [warning(`Jobs of kind ${kind} are overdue by ${formatMinutes(overdueSeconds ?? 0)}. Is the shop running?`)]
      : []),
    ...(kind === mailJobs && (oldestSeconds ?? 0) > MAX_MAIL_AGE_SECONDS
      ? [
          warning(
            `The oldest unsent mail is ${formatMinutes(oldestSeconds ?? 0)} old. Does the mail server accept mail?`,
          ),
        ]
      : []),
  ]);
  return findings.length > 0 ? findings : [ok('No job failed or is overdue, and no mail is delayed.')];
};

/** Findings from the database metrics. @param mailJobs the job kind that sends mail */
export const checkMetrics = ({ jobs, statuses }: DatabaseMetrics, mailJobs: string): Finding[] => [
  ...checkJobs(jobs, mailJobs),
  ...statuses.flatMap(({ metric, counts }) =>
    (metric.warnings ?? []).flatMap(({ status, subject, message }) => {
      const count = counts.find((entry) => entry.status === status)?.count ?? 0;
      return count > 0 ? [createFindings(subject).warning(message(count))] : [];
    }),
  ),
];
