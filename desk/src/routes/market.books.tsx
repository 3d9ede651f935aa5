import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { BOOKS_VIEWS, BooksPage, type BooksSearch, parseAccount } from '../ledger/index.ts';
import { parseDay } from '../lib/days.ts';
import { requireArea } from '../lib/require-area.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/books')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'books'),
  validateSearch: ({ view, date, account, order }: Record<string, unknown>): BooksSearch => ({
    view: BOOKS_VIEWS.find((name) => name === view),
    date: parseDay(date),
    account: parseAccount(account),
    order: typeof order === 'string' && order !== '' ? order : undefined,
  }),
  component: Books,
});

function Books() {
  const { operator } = Route.useRouteContext();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <BooksPage
      {...Route.useSearch()}
      canAct={canWrite(operator, 'books')}
      onSearch={(changed) =>
        void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false })
      }
    />
  );
}
