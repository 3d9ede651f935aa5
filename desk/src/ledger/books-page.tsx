import type { BookAccount } from '@sokuwa/contract/ledger/ledger.rules.ts';
import { Link } from '@tanstack/react-router';
import { PageHead } from '../ui/page-head.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { BOOKS_VIEWS } from './book-views.ts';
import { CheckView } from './check-view.tsx';
import { DayView } from './day-view.tsx';
import { EntriesView } from './entries-view.tsx';

export type BooksView = (typeof BOOKS_VIEWS)[number];
const VIEW_NAMES: Record<BooksView, string> = { check: 'Check', day: 'A day', entries: 'Entries' };

export type BooksSearch = {
  view?: BooksView | undefined;
  /** A day of UTC. */
  date?: string | undefined;
  account?: BookAccount | undefined;
  order?: string | undefined;
};

/** The books of the shop: whether they agree, the balances of a day, and the entries. */
export function BooksPage({
  view = 'check',
  date,
  account,
  order,
  canAct,
  onSearch,
}: BooksSearch & { canAct: boolean; onSearch: (changed: BooksSearch) => void }) {
  return (
    <>
      <PageHead
        title="Books"
        subtitle="Every payment, sale, refund and payout. Days are those of UTC: from 01:00, Lagos time"
      />
      <TabRow label="Views of the books">
        {BOOKS_VIEWS.map((name) => (
          <Link
            key={name}
            from="/market/books"
            to="/market/books"
            search={(before) =>
              name === view ? before : { ...(name !== 'check' && { view: name }), ...(date !== undefined && { date }) }
            }
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
          </Link>
        ))}
      </TabRow>
      <div className="pt-3 lg:pt-4">
        {view === 'check' && <CheckView canAct={canAct} />}
        {view === 'day' && <DayView date={date} onDate={(day) => onSearch({ date: day })} />}
        {view === 'entries' && <EntriesView account={account} order={order} date={date} onFilter={onSearch} />}
      </div>
    </>
  );
}
