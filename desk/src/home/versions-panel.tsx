import type { HomeState, HomeVersion, Preview } from '@sokuwa/contract/home/home.schemas.ts';
import { cancelHomeVersion, revertHome } from '@sokuwa/contract/home/operator-home.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarClock, CircleX, Eye, EyeOff, Flag, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { versionsQuery } from './home.queries.ts';

const STATES: Record<HomeVersion['state'], [tone: BadgeTone, icon: LucideIcon, word: string]> = {
  scheduled: ['neutral', CalendarClock, 'Scheduled'],
  showing: ['done', Eye, 'Showing'],
  hidden: ['neutral', EyeOff, 'Replaced'],
  ended: ['neutral', Flag, 'Ended'],
  cancelled: ['wrong', CircleX, 'Cancelled'],
};

/** What shows, what is scheduled, and what was published before: preview, cancel, bring back. */
export function VersionsPanel({
  state,
  isWritable,
  onChanged,
  onPreview,
}: {
  state: HomeState;
  isWritable: boolean;
  onChanged: (state: HomeState) => void;
  onPreview: (version: number) => Promise<Preview | undefined>;
}) {
  const versions = useInfiniteQuery(versionsQuery);
  /** Null: the built-in content. */
  const [reverting, setReverting] = useState<HomeVersion | null>();
  const [cancelling, setCancelling] = useState<HomeVersion>();
  const [previewed, setPreviewed] = useState<number>();
  const rows = versions.data?.pages.flatMap(({ results }) => results) ?? [];
  const open = async (id: number) => {
    setPreviewed(id);
    await onPreview(id);
    setPreviewed(undefined);
  };
  const isBuiltIn = state.showing.version === null;
  return (
    <Panel title="Versions">
      {versions.isPending && <LoadingRows label="Loading versions" />}
      {versions.isError && rows.length === 0 && (
        <ErrorPanel what="Versions" error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      <ul>
        {rows.map((version) => {
          const [tone, icon, word] = STATES[version.state];
          return (
            <li
              key={version.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-2.5"
            >
              <span className="min-w-0 flex-1 basis-52">
                <b className="font-semibold">
                  Version {version.id}: “{version.headline}”
                </b>
                <span className="block text-muted text-xs">
                  {version.state === 'scheduled' ? 'From ' : ''}
                  {formatDayAndTime(version.starts_at)}
                  {version.ends_at && ` to ${formatDayAndTime(version.ends_at)}`}
                  {` · published ${formatDayAndTime(version.published_at)}`}
                </span>
              </span>
              <Badge tone={tone} icon={icon}>
                {word}
              </Badge>
              {isWritable && (
                <span className="flex gap-2">
                  <Button size="sm" busy={previewed === version.id} onClick={() => void open(version.id)}>
                    Preview
                    <span className="sr-only"> version {version.id}</span>
                  </Button>
                  {version.state === 'scheduled' && (
                    <Button size="sm" variant="danger" onClick={() => setCancelling(version)}>
                      Cancel…
                      <span className="sr-only"> version {version.id}</span>
                    </Button>
                  )}
                  {version.state !== 'scheduled' && version.state !== 'showing' && (
                    <Button size="sm" onClick={() => setReverting(version)}>
                      Bring back…
                      <span className="sr-only"> version {version.id}</span>
                    </Button>
                  )}
                </span>
              )}
            </li>
          );
        })}
        {versions.isSuccess && !versions.hasNextPage && (
          <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-2.5">
            <span className="min-w-0 flex-1 basis-52">
              <b className="font-semibold">The built-in content</b>
              <span className="block text-muted text-xs">What the shop comes with</span>
            </span>
            {isBuiltIn ? (
              <Badge tone="done" icon={Eye}>
                Showing
              </Badge>
            ) : (
              isWritable && (
                <Button size="sm" onClick={() => setReverting(null)}>
                  Bring back…
                  <span className="sr-only"> the built-in content</span>
                </Button>
              )
            )}
          </li>
        )}
      </ul>
      <ShowMore query={versions} />
      {reverting !== undefined && (
        <ReasonDialog
          title={reverting ? `Bring version ${reverting.id} back?` : 'Bring the built-in content back?'}
          keepLabel="Keep what shows"
          confirmLabel="Bring it back"
          onClose={() => setReverting(undefined)}
          onAct={async ({ reason = '' }) => {
            onChanged(await api.call(revertHome, { body: { version: reverting?.id ?? null, reason } }));
            toast.success('Published. The shop shows it within a minute.');
            setReverting(undefined);
          }}
        >
          All visitors see it at once, as a new version without an end. The draft stays as it is.
        </ReasonDialog>
      )}
      {cancelling && (
        <ReasonDialog
          title={`Cancel version ${cancelling.id}?`}
          keepLabel="Keep it scheduled"
          confirmLabel="Cancel the version"
          isDanger
          isOptional
          onClose={() => setCancelling(undefined)}
          onAct={async ({ reason }) => {
            const params = { version: cancelling.id };
            onChanged(await api.call(cancelHomeVersion, { params, body: reason === undefined ? {} : { reason } }));
            toast.success(`Version ${cancelling.id} is cancelled`);
            setCancelling(undefined);
          }}
        >
          It will not show on {formatDayAndTime(cancelling.starts_at)}. It stays in the list, and can be brought back.
        </ReasonDialog>
      )}
    </Panel>
  );
}
