import { retryJob } from '@sokuwa/contract/operators/jobs.endpoints.ts';
import type { TroubledJob } from '@sokuwa/contract/operators/jobs.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, Cog, Mail, RefreshCw, RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { api } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { jobsQuery } from './settings.queries.ts';
import { JOB_VIEWS } from './settings-views.ts';

const MAIL_KIND = 'send_mail';
export type JobView = (typeof JOB_VIEWS)[number];
const VIEW_NAMES: Record<JobView, string> = {
  mails: 'Unsent mails',
  failed: 'Failed for good',
  retrying: 'Tried again soon',
};
const toFilter = (view: JobView | undefined) => {
  if (view === undefined) return {};
  return view === 'mails' ? { kind: MAIL_KIND } : { state: view };
};

/** Background jobs that failed, and mails that could not be sent. */
export function JobsView({ jobs: view, canAct }: { jobs: JobView | undefined; canAct: boolean }) {
  const jobs = useInfiniteQuery(jobsQuery(toFilter(view)));
  const rows = useMemo(() => jobs.data?.pages.flatMap(({ results }) => results) ?? [], [jobs.data]);
  const isAll = view === undefined;
  return (
    <>
      <nav aria-label="Filter" className="no-scrollbar bleed-row flex gap-2 overflow-x-auto pb-3">
        {[undefined, ...JOB_VIEWS].map((name) => (
          <Link
            key={name ?? 'all'}
            to="/market/settings"
            search={{ view: 'jobs', ...(name && { jobs: name }) }}
            activeOptions={{ exact: true }}
            className={buttonClass({ size: 'sm' }) + chipClass}
          >
            {name ? VIEW_NAMES[name] : 'All'}
          </Link>
        ))}
      </nav>
      <Panel title={view ? VIEW_NAMES[view] : 'Failed jobs and mails'} titleHidden>
        {jobs.isPending && <LoadingRows label="Loading jobs" />}
        {jobs.isError && rows.length === 0 && (
          <ErrorPanel what="Jobs" error={jobs.error} onRetry={() => void jobs.refetch()} />
        )}
        {jobs.isSuccess && rows.length === 0 && (
          <EmptyPanel
            picture="inbox"
            icon={Cog}
            title={isAll ? 'Nothing has failed' : 'None of these'}
            action={
              !isAll && (
                <Link to="/market/settings" search={{ view: 'jobs' }} className={buttonClass()}>
                  All failed jobs
                </Link>
              )
            }
          >
            Mails, payouts, webhooks and other work run in the background. What fails is tried again by itself, and is
            listed here.
          </EmptyPanel>
        )}
        <ul>
          {rows.map((job) => (
            <JobRow key={job.id} job={job} canAct={canAct} />
          ))}
        </ul>
        <ShowMore query={jobs} />
      </Panel>
    </>
  );
}

const chipClass =
  ' rounded-full! aria-[current]:border-action aria-[current]:bg-action-quiet aria-[current]:text-action';

const nameJob = ({ kind, mail }: TroubledJob): string => (mail ? mail.kind : kind).replaceAll('_', ' ');

function JobRow({ job, canAct }: { job: TroubledJob; canAct: boolean }) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.call(retryJob, { params: { id: job.id }, body: {} }),
    onSuccess: ({ is_due }) => {
      toast.success(is_due ? 'It is tried again now' : 'It runs already, or it is done');
      return queryClient.invalidateQueries({ queryKey: ['market', 'jobs'] });
    },
    onError: (error) => toast.error(describeError(error)),
  });
  const isFailed = job.state === 'failed';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-line border-t px-4 py-3 first:border-t-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {job.mail ? <Mail className="size-4.5 text-muted" /> : <Cog className="size-4.5 text-muted" />}
        <b className="wrap-anywhere font-semibold text-heading first-letter:uppercase">{nameJob(job)}</b>
        {isFailed ? (
          <Badge tone="wrong" icon={CircleX}>
            Failed
          </Badge>
        ) : (
          <Badge tone="waiting" icon={RotateCcw}>
            Tried again
          </Badge>
        )}
      </span>
      {canAct && (
        <Button size="sm" icon={<RefreshCw />} busy={retry.isPending} onClick={() => retry.mutate()}>
          {job.mail ? 'Send again' : 'Run again'}
          <span className="sr-only">
            : {nameJob(job)} of {formatDayAndTime(job.created_at)}
          </span>
        </Button>
      )}
      <span className="wrap-anywhere col-span-full text-muted text-xs">
        {job.mail && `To ${job.mail.to}. `}
        {formatNumberOf(job.attempts, 'attempt')} since {formatDayAndTime(job.created_at)}
        {job.next_attempt_at ? `, the next one ${formatDayAndTime(job.next_attempt_at)}` : ', and no other'}
      </span>
      {job.error !== null && (
        <p className="wrap-anywhere col-span-full rounded-sm bg-quiet px-2.5 py-1.5 font-mono text-xs">{job.error}</p>
      )}
    </li>
  );
}
