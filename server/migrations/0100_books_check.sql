-- Checks of the books that operators request, lists of entries by account, and of the audit log by action and time.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

create table books_check (
  id integer generated always as identity primary key,
  -- As in the audit log; 'shop': the daily check.
  requested_by text not null check (length(requested_by) between 1 and 120),
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Differences and balances, in kobo.
  report jsonb,
  check ((finished_at is null) = (report is null))
);
-- One at a time.
create unique index books_check_open on books_check ((true)) where finished_at is null;

-- Of the accounts with few entries. Those with many are found among the newest.
create index ledger_entry_of_account on ledger_entry (account, transaction_id, line)
  where account not in ('clearing', 'wallet', 'deposits', 'merchant', 'payable', 'commission', 'shipping');

create index on audit_entry (action, id desc);
create index on audit_entry (at);
