import { MAX_WORK_COUNTED, WORK_KINDS, type WorkKind } from '@sokuwa/contract/operators/overview.rules.ts';
import type { Overview, VitalSigns, WaitingWork } from '@sokuwa/contract/operators/overview.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import {
  Banknote,
  CircleAlert,
  ClockAlert,
  Cog,
  FileText,
  Flag,
  Gavel,
  Hand,
  Landmark,
  type LucideIcon,
  MailWarning,
  PartyPopper,
  Scale,
  Stamp,
} from 'lucide-react';
import { nameAction, nameActor } from '../audit/index.ts';
import { currentTime, useClockStart } from '../lib/clock.ts';
import { formatAge, formatCount, formatDayAndTime, formatNumberOf, formatWeekday } from '../lib/format.ts';
import { canWrite, type Workplace } from '../lib/session.ts';
import { CountBadge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { MarketDayPanel } from './market-day-panel.tsx';
import { overviewQuery } from './overview.queries.ts';
import { SubjectLink } from './subject-link.tsx';
import { describeWork, sayWork, WORK_TEXTS } from './work.rules.ts';

type Tone = 'waits' | 'wrong' | 'info' | 'idle';
type WorkLink = Pick<LinkProps, 'to' | 'search'>;

/** How each kind of work looks, and where it is done. */
const WORK: Record<WorkKind, { icon: LucideIcon; tone: Tone; link?: WorkLink }> = {
  refunds_stuck: {
    icon: CircleAlert,
    tone: 'wrong',
    link: linkOptions({ to: '/market/money', search: { view: 'refunds' } }),
  },
  payments_held: { icon: Hand, tone: 'waits', link: linkOptions({ to: '/market/money' }) },
  disputes_open: {
    icon: Gavel,
    tone: 'wrong',
    link: linkOptions({ to: '/market/money', search: { view: 'disputes' } }),
  },
  disputes_lost: {
    icon: Gavel,
    tone: 'wrong',
    link: linkOptions({ to: '/market/money', search: { view: 'disputes', filter: 'lost' } }),
  },
  payouts_unclear: { icon: Banknote, tone: 'wrong', link: linkOptions({ to: '/market/payouts' }) },
  returns_appealed: { icon: Scale, tone: 'waits', link: linkOptions({ to: '/market/returns' }) },
  returns_overdue: {
    icon: ClockAlert,
    tone: 'waits',
    link: linkOptions({ to: '/market/returns', search: { view: 'overdue' } }),
  },
  orders_late: {
    icon: ClockAlert,
    tone: 'wrong',
    link: linkOptions({ to: '/market/orders', search: { view: 'late' } }),
  },
  applications: { icon: FileText, tone: 'info', link: linkOptions({ to: '/market/merchants/applications' }) },
  products_to_moderate: { icon: Flag, tone: 'info', link: linkOptions({ to: '/market/catalogue/moderation' }) },
  payout_batches: { icon: Stamp, tone: 'info', link: linkOptions({ to: '/market/payouts' }) },
  bank_account_changes: { icon: Landmark, tone: 'info', link: linkOptions({ to: '/market/payouts' }) },
  mails_unsent: { icon: MailWarning, tone: 'idle', link: linkOptions({ to: '/market/settings' }) },
  jobs_failed: { icon: Cog, tone: 'idle', link: linkOptions({ to: '/market/settings' }) },
};

const TONES: Record<Tone, string> = {
  waits: 'bg-pending-quiet text-pending',
  wrong: 'bg-cancelled-quiet text-cancelled',
  info: 'bg-paid-quiet text-paid',
  idle: 'bg-unknown-quiet text-unknown',
};

/** What needs a person, each with its action; the market today; and whether the shop runs. */
export function OverviewPage({ operator }: { operator: Workplace }) {
  useClockStart();
  const overview = useQuery(overviewQuery);
  const { data } = overview;
  return (
    <>
      <PageHead
        title={data ? sayTitle(data) : 'Overview'}
        subtitle={`${formatWeekday(currentTime())}${data ? ` · looked ${sayAge(data.at)}` : ''}`}
      />
      {overview.isPending && (
        <Panel title="Overview" titleHidden>
          <LoadingRows label="Loading what waits" />
        </Panel>
      )}
      {overview.isError && !data && (
        <Panel title="Overview" titleHidden>
          <ErrorPanel what="The overview" error={overview.error} onRetry={() => void overview.refetch()} />
        </Panel>
      )}
      {data && (
        <Columns>
          <PanelStack>
            <Waiting operator={operator} waiting={data.waiting} />
          </PanelStack>
          <PanelStack>
            {data.market && <MarketDayPanel market={data.market} at={data.at} />}
            {data.vital_signs && <VitalSignsPanel signs={data.vital_signs} />}
            {data.log && data.log.length > 0 && <LogPanel log={data.log} />}
          </PanelStack>
        </Columns>
      )}
    </>
  );
}

const sumOf = (waiting: readonly WaitingWork[]): number => waiting.reduce((sum, { count }) => sum + count, 0);

const sayTitle = ({ waiting }: Overview): string => {
  const count = sumOf(waiting);
  return count === 0
    ? 'Nothing needs a person'
    : `${formatNumberOf(count, 'thing')} ${count === 1 ? 'needs' : 'need'} a person`;
};

const sayAge = (at: string): string => {
  const age = formatAge(at);
  return age === 'just now' ? age : `${age} ago`;
};

function Waiting({ operator, waiting }: { operator: Workplace; waiting: readonly WaitingWork[] }) {
  const now = waiting.filter(({ urgency }) => urgency === 'now');
  const today = waiting.filter(({ urgency }) => urgency === 'today');
  if (waiting.length === 0)
    return (
      <Panel title="What waits" titleHidden>
        <EmptyPanel picture="inbox" icon={PartyPopper} title="Nothing waits">
          Held payments, stuck refunds, disputes, appealed returns and late orders come here, with what to do about
          them.
        </EmptyPanel>
      </Panel>
    );
  return (
    <>
      {now.length > 0 && (
        <Panel
          title="Now"
          aside={
            <>
              <CountBadge count={sumOf(now)} tone="late" />
              <span className="ml-auto text-muted text-xs max-lg:hidden">
                Somebody loses money or time while these wait
              </span>
            </>
          }
        >
          <WorkList operator={operator} works={now} hasPrimary />
        </Panel>
      )}
      {today.length > 0 && (
        <Panel title="Today" aside={<CountBadge count={sumOf(today)} tone="new" />}>
          <WorkList operator={operator} works={today} hasPrimary={now.length === 0} />
        </Panel>
      )}
    </>
  );
}

function WorkList({
  operator,
  works,
  hasPrimary,
}: {
  operator: Workplace;
  works: readonly WaitingWork[];
  /** Whether the first button is the main action of the page. */
  hasPrimary: boolean;
}) {
  return (
    <ul>
      {works.map((work, index) => {
        const { icon: Icon, tone, link } = WORK[work.kind];
        const { action, advice } = WORK_TEXTS[work.kind];
        const button = canWrite(operator, WORK_KINDS[work.kind].area) ? action : 'Look';
        return (
          <li
            key={work.kind}
            className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 border-line border-t px-4 py-3 lg:grid-cols-[2.25rem_minmax(0,1fr)_auto]"
          >
            <span
              className={cx(
                'row-span-3 grid size-9 place-items-center self-start rounded-[8px_8px_14px_8px] lg:row-span-2',
                TONES[tone],
              )}
            >
              <Icon className="size-4.5" />
            </span>
            <b className="font-semibold text-heading">{sayWork(work, MAX_WORK_COUNTED)}</b>
            <p className="col-start-2 text-muted text-xs">
              {describeWork(work)} {advice}
            </p>
            {link && (
              <Link
                {...link}
                className={cx(
                  buttonClass({ variant: hasPrimary && index === 0 ? 'primary' : 'outline' }),
                  'col-start-2 mt-2 justify-self-start lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:justify-self-end',
                )}
                aria-label={`${button}: ${sayWork(work, MAX_WORK_COUNTED)}`}
                data-row-link
              >
                {button}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function VitalSignsPanel({ signs: { jobs, mail, books } }: { signs: VitalSigns }) {
  const isLate = (jobs.overdue_seconds ?? 0) > LATE_SECONDS;
  return (
    <Panel title="Vital signs">
      <ul>
        <Sign name="Jobs" isWell={jobs.failed === 0 && !isLate}>
          {isLate
            ? `The oldest is due since ${sayDuration(jobs.overdue_seconds ?? 0)}`
            : `${formatCount(jobs.waiting)} wait${jobs.failed > 0 ? `, ${formatCount(jobs.failed)} failed` : ''}`}
        </Sign>
        <Sign name="Mail" isWell={(mail.oldest_seconds ?? 0) <= LATE_SECONDS}>
          {mail.unsent === 0
            ? 'All sent'
            : `${formatCount(mail.unsent)} unsent${mail.oldest_seconds === null ? '' : `, the oldest ${sayDuration(mail.oldest_seconds)}`}`}
        </Sign>
        <Sign name="Books" isWell={books?.is_clean ?? true}>
          {books === null
            ? 'Not checked yet'
            : `${books.is_clean ? 'Agree' : 'Do not agree'}, ${formatDayAndTime(books.checked_at)}`}
        </Sign>
      </ul>
    </Panel>
  );
}

/** Jobs and mails that have waited longer than this are a sign of trouble. */
const LATE_SECONDS = 600;
const sayDuration = (seconds: number): string => formatAge(new Date(currentTime().getTime() - seconds * 1000));

function Sign({ name, isWell, children }: { name: string; isWell: boolean; children: string }) {
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-2.5 border-line border-t px-4 py-2">
      <span
        aria-hidden="true"
        className={isWell ? 'size-2.5 rounded-full bg-success' : 'size-2.5 rounded-[2px] bg-marigold-500'}
      />
      <b className="font-semibold text-heading">
        {name}
        <span className="sr-only">{isWell ? ': well' : ': look'}</span>
      </b>
      <span className="text-right text-muted text-xs">{children}</span>
    </li>
  );
}

function LogPanel({ log }: { log: NonNullable<Overview['log']> }) {
  return (
    <Panel title="Done lately">
      <ul>
        {log.map((entry) => (
          <li key={entry.id} className="border-line border-t px-4 py-2.5">
            <p>
              <b className="font-semibold text-heading">{nameAction(entry)}</b>, <SubjectLink subject={entry.subject} />
            </p>
            <p className="wrap-anywhere text-muted text-xs">
              {formatDayAndTime(entry.at)} · {nameActor(entry)}
              {entry.reason && ` · “${entry.reason}”`}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
