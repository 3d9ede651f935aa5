import type { Examination } from '@sokuwa/contract/operators/settings.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, type LucideIcon, Stethoscope, TriangleAlert } from 'lucide-react';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { examinationQuery } from './settings.queries.ts';

type Finding = Examination['findings'][number];
const LEVELS: Record<Finding['level'], [tone: BadgeTone, icon: LucideIcon, name: string]> = {
  error: ['wrong', CircleX, 'Does not work'],
  warning: ['waiting', TriangleAlert, 'Look at it'],
  ok: ['done', CircleCheck, 'Well'],
};
const ORDER: readonly Finding['level'][] = ['error', 'warning', 'ok'];

/** What the doctor finds, the worst first. */
export function DoctorView() {
  const examination = useQuery(examinationQuery);
  const findings = (examination.data?.findings ?? []).toSorted(
    (one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level),
  );
  return (
    <Panel
      title={<span role="status">{examination.data ? summarize(findings) : 'Being examined'}</span>}
      aside={
        <>
          {examination.data && (
            <span className="text-muted text-xs">Examined {formatDayAndTime(examination.data.at)}</span>
          )}
          <Button
            size="sm"
            icon={<Stethoscope />}
            className="ml-auto"
            busy={examination.isFetching}
            onClick={() => void examination.refetch()}
          >
            Examine again
          </Button>
        </>
      }
    >
      {examination.isPending && <LoadingRows label="The doctor examines the shop" />}
      {examination.isError && !examination.data && (
        <ErrorPanel what="The examination" error={examination.error} onRetry={() => void examination.refetch()} />
      )}
      <ul>
        {findings.map(({ subject, level, message }) => {
          const [tone, icon, name] = LEVELS[level];
          return (
            <li
              key={`${subject} ${message}`}
              className="grid gap-x-4 gap-y-1 border-line border-t px-4 py-3 lg:grid-cols-[9rem_9rem_minmax(0,1fr)] lg:items-center"
            >
              <b className="font-semibold text-heading first-letter:uppercase">{subject}</b>
              <span>
                <Badge tone={tone} icon={icon}>
                  {name}
                </Badge>
              </span>
              <p className="wrap-anywhere text-secondary">{message}</p>
            </li>
          );
        })}
      </ul>
      {examination.data && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-xs">
          The shop is examined at most once a minute; before that, the last findings are shown again.
        </p>
      )}
    </Panel>
  );
}

const summarize = (findings: readonly Finding[]): string => {
  const broken = findings.filter(({ level }) => level === 'error').length;
  const limited = findings.filter(({ level }) => level === 'warning').length;
  if (broken > 0) return `${formatNumberOf(broken, 'thing')} ${broken === 1 ? 'does' : 'do'} not work`;
  return limited > 0 ? `${formatNumberOf(limited, 'thing')} to look at` : 'Everything is well';
};
