import type { AuditLogEntry } from '@sokuwa/contract/operators/operators.schemas.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, ScrollText, Search } from 'lucide-react';
import { useMemo } from 'react';
import { formatDayAndTime } from '../lib/format.ts';
import { pageOfSubject } from '../lib/market-pages.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { Button, iconButtonClass } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { TextField } from '../ui/field.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { auditQuery } from './audit.queries.ts';
import { listChanges, nameAction, nameActor, toInstants } from './audit.rules.ts';

export type AuditSearch = {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Days in Lagos, both included. */
  from?: string | undefined;
  to?: string | undefined;
};

const NO_FILTER: AuditSearch = {
  actor: undefined,
  action: undefined,
  subject: undefined,
  from: undefined,
  to: undefined,
};
/** Values of an entry that are shown before it is opened. */
const SHOWN_CHANGES = 4;

/** What operators did, and people of stores in the desk: who, what, before, after and why. */
export function AuditPage({ filter, onFilter }: { filter: AuditSearch; onFilter: (changed: AuditSearch) => void }) {
  const { actor, action, subject, from, to } = filter;
  const audit = useInfiniteQuery({
    ...auditQuery({
      ...(actor !== undefined && { actor }),
      ...(action !== undefined && { action }),
      ...(subject !== undefined && { subject }),
      ...toInstants({ from, to }),
    }),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => audit.data?.pages.flatMap(({ results }) => results) ?? [], [audit.data]);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => onFilter(NO_FILTER);
  return (
    <>
      <PageHead
        title="Audit log"
        subtitle="What operators and stores did. Nothing in it is ever changed"
        actions={isFiltered && <Button onClick={clear}>Show everything</Button>}
      />
      <div className="grid grid-cols-2 gap-2 pb-3 lg:grid-cols-[1.2fr_1fr_1fr_10rem_10rem] lg:gap-3">
        <TextFilter
          label="About"
          placeholder="order 7F3KQ2M9XW4T"
          className="col-span-2 lg:col-span-1"
          value={subject}
          known={rows.map(({ subject: value }) => ({ value }))}
          onApply={(text) => onFilter({ subject: text })}
        />
        <TextFilter
          label="What"
          placeholder="payouts approve"
          value={action}
          known={rows.map((entry) => ({ value: entry.action, label: nameAction(entry) }))}
          onApply={(text) => onFilter({ action: text })}
        />
        <TextFilter
          label="Who"
          placeholder="account 12"
          value={actor}
          known={rows.map((entry) => ({ value: entry.actor, label: nameActor(entry) }))}
          onApply={(text) => onFilter({ actor: text })}
        />
        <TextField
          label="From"
          type="date"
          value={from ?? ''}
          onChange={({ target }) => onFilter({ from: target.value || undefined })}
        />
        <TextField
          label="Until"
          type="date"
          value={to ?? ''}
          onChange={({ target }) => onFilter({ to: target.value || undefined })}
        />
      </div>
      <Panel title="Entries" titleHidden>
        {audit.isPending && <LoadingRows label="Loading the audit log" />}
        {audit.isError && rows.length === 0 && (
          <ErrorPanel what="The audit log" error={audit.error} onRetry={() => void audit.refetch()} />
        )}
        {audit.isSuccess && rows.length === 0 && (
          <EmptyPanel
            picture="search"
            icon={isFiltered ? Search : ScrollText}
            title={isFiltered ? 'No entry matches' : 'Nobody has changed anything yet'}
            action={isFiltered && <Button onClick={clear}>Show everything</Button>}
          >
            {isFiltered
              ? 'All filters must hold, and the texts are compared as a whole. Press a name or a subject in the list to filter by it.'
              : 'Everything that operators and stores change is written here, with the reason.'}
          </EmptyPanel>
        )}
        {rows.length > 0 && (
          <DataTable
            caption="Audit log, newest first"
            columns={columns}
            rows={rows}
            rowId={({ id }) => String(id)}
            isReloading={audit.isPlaceholderData}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'what_at''about_about''who_who''change_change']"
          />
        )}
        <ShowMore query={audit} />
      </Panel>
    </>
  );
}

/** A filter whose text is compared as a whole; what the list has is suggested. */
function TextFilter({
  label,
  placeholder,
  className,
  value = '',
  known,
  onApply,
}: {
  label: string;
  placeholder: string;
  className?: string;
  value?: string | undefined;
  /** Suggestions: the text that the filter compares with, and the name that is shown beside it. */
  known: readonly { value: string; label?: string }[];
  onApply: (text: string | undefined) => void;
}) {
  const [text, setText] = useDebouncedSearch(value, (applied) => onApply(applied || undefined));
  const listId = `audit-${label}`;
  return (
    <>
      <TextField
        label={label}
        placeholder={placeholder}
        className={className}
        list={listId}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={listId}>
        {[...new Map(known.map((option) => [option.value, option.label]))].sort().map(([option, name]) => (
          <option key={option} value={option} label={name} />
        ))}
      </datalist>
    </>
  );
}

const filterLinkClass = 'text-inherit no-underline hover:underline';

const columns: Column<AuditLogEntry>[] = [
  {
    id: 'at',
    header: 'When',
    meta: { widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:at] max-lg:text-xs text-muted lg:align-top lg:pt-3' },
    cell: ({ row: { original: entry } }) => (
      <time dateTime={entry.at} className="whitespace-nowrap">
        {formatDayAndTime(entry.at)}
      </time>
    ),
  },
  {
    id: 'what',
    header: 'What',
    meta: { isRowHeader: true, widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:what] lg:align-top lg:pt-3' },
    cell: ({ row: { original: entry } }) => (
      <Link
        from="/market/audit"
        to="/market/audit"
        search={(before) => ({ ...before, action: entry.action })}
        className={`font-semibold text-heading ${filterLinkClass}`}
      >
        {nameAction(entry)}
      </Link>
    ),
  },
  {
    id: 'about',
    header: 'About',
    meta: { widthClass: 'lg:w-44', areaClass: 'max-lg:[grid-area:about] lg:pt-1.5 lg:align-top' },
    cell: ({ row: { original: entry } }) => <Subject subject={entry.subject} />,
  },
  {
    id: 'who',
    header: 'Who',
    meta: {
      widthClass: 'lg:w-36',
      areaClass: 'max-lg:[grid-area:who] max-lg:text-xs wrap-anywhere lg:align-top lg:pt-3',
    },
    cell: ({ row: { original: entry } }) => (
      <Link
        from="/market/audit"
        to="/market/audit"
        search={(before) => ({ ...before, actor: entry.actor })}
        className={filterLinkClass}
      >
        {nameActor(entry)}
        {entry.actor_name !== null && <span className="text-muted text-xs"> {entry.actor}</span>}
      </Link>
    ),
  },
  {
    id: 'change',
    header: 'Before and after, and why',
    meta: { areaClass: 'max-lg:[grid-area:change] lg:align-top lg:py-3' },
    cell: ({ row: { original: entry } }) => <Change entry={entry} />,
  },
];

function Subject({ subject }: { subject: string }) {
  const page = pageOfSubject(subject);
  return (
    <span className="flex items-center gap-1 lg:pointer-fine:min-h-8">
      <Link
        from="/market/audit"
        to="/market/audit"
        search={(before) => ({ ...before, subject })}
        className={`wrap-anywhere min-w-0 ${filterLinkClass}`}
      >
        {subject}
      </Link>
      {page !== undefined && (
        <Link to={page} aria-label={`Open ${subject}`} title={`Open ${subject}`} className={iconButtonClass('sm')}>
          <ArrowUpRight />
        </Link>
      )}
    </span>
  );
}

function Change({ entry }: { entry: AuditLogEntry }) {
  const changes = listChanges(entry);
  const rest = changes.slice(SHOWN_CHANGES);
  return (
    <div className="wrap-anywhere max-lg:mt-1">
      {entry.reason !== null && <p>“{entry.reason}”</p>}
      <Values changes={changes.slice(0, SHOWN_CHANGES)} />
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-link text-xs lg:pointer-fine:min-h-7">
            {rest.length} more
          </summary>
          <Values changes={rest} />
        </details>
      )}
    </div>
  );
}

function Values({ changes }: { changes: ReturnType<typeof listChanges> }) {
  if (changes.length === 0) return null;
  return (
    <dl className="text-xs">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt className="inline text-muted">{name}: </dt>
          <dd className="inline">
            {before !== undefined && (
              <>
                <span className="sr-only">before </span>
                <del className="text-muted">{before}</del>
              </>
            )}
            {after !== undefined && (
              <>
                <span className="sr-only">after </span> <span className="font-medium text-heading">{after}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
