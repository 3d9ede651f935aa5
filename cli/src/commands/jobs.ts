import { Option } from '@commander-js/extra-typings';
import { JOB_STATES, jobParams, jobsQuery, type TroubledJob } from '@sokuwa/contract/operators/jobs.schemas.ts';
import { formatNext, formatTime } from '../format.ts';
import { cursorOption, dryRunOption, parseWith, reasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const formatJob = ({ id, kind, created_at, attempts, next_attempt_at, error, mail }: TroubledJob): string =>
  [
    `${id}  ${formatTime(created_at)}  ${mail === null ? kind : `mail ${mail.kind} to ${mail.to}`}`,
    `${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}, ${next_attempt_at === null ? 'no other' : `the next one ${formatTime(next_attempt_at)}`}`,
    ...(error === null ? [] : [error]),
  ].join('; ');

export const addJobCommands: AddCommands = (program, { withShop }) => {
  const jobs = program.command('jobs').description('Background jobs that failed, and mails that could not be sent.');
  jobs
    .command('list')
    .description('List them, newest first.')
    .option('--kind <kind>', 'only this kind, such as send_mail', parseWith(jobsQuery.shape.kind.unwrap()))
    .addOption(new Option('--state <state>', 'only those that failed for good, or are retried').choices(JOB_STATES))
    .addOption(cursorOption(jobsQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const { results, cursor } = await operator.operators.listJobs(options);
        return { done: formatNext(results.map(formatJob), cursor, 'No job has failed.') };
      }),
    );
  jobs
    .command('retry')
    .description('Run a failed job, or send a mail, again now.')
    .argument('<job-id>', 'from jobs list', parseWith(jobParams.shape.id))
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.operators.retryJob(id, act),
          ({ is_due }) => (is_due ? `Job ${id} is run again.` : `Job ${id} runs or is done already.`),
          `Job ${id}`,
        ),
      ),
    );
};
