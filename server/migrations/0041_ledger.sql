-- The books: a double-entry ledger (docs/decisions/ledger.md). Each business event is one transaction, whose entries sum to zero.
-- Positive amounts are debits: money that the shop has or has spent. Negative ones are credits: money that it owes or has earned.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- The wallet of a buyer. It stays when the account is deleted, because its entries are part of the books.
create table wallet (
  id integer generated always as identity primary key,
  account_id integer unique references account on delete set null
);

create table ledger_transaction (
  id bigint generated always as identity primary key,
  -- The business event, such as 'sale'.
  kind text not null,
  -- Unique per event, so that a retry writes nothing.
  cause text not null unique,
  order_id text references shop_order,
  -- Entries are added only by the transaction that inserts this row.
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now()
);
create index on ledger_transaction (order_id) where order_id is not null;
create index on ledger_transaction (created_at);

create table ledger_entry (
  transaction_id bigint not null references ledger_transaction,
  line smallint not null,
  account text not null check (account in (
    'clearing', 'bank', 'wallet', 'deposits', 'held', 'merchant', 'commission', 'shipping', 'promotions', 'goodwill',
    'refunds', 'disputes', 'forfeited', 'rounding')),
  -- Of the accounts 'merchant' and 'wallet', each of which is one account per merchant or wallet. A line without a merchant is sold by the shop.
  merchant_id integer,
  wallet_id integer references wallet,
  amount_kobo bigint not null check (amount_kobo <> 0),
  -- Wallets have a balance after each entry, numbered 1, 2, 3, …, and each refers to the entry before it: a balance always equals the sum of
  -- the entries, and is never negative.
  wallet_n integer check (wallet_n > 0),
  wallet_balance_kobo bigint check (wallet_balance_kobo >= 0),
  previous_n integer generated always as (case when wallet_n > 1 then wallet_n - 1 end) stored,
  previous_balance_kobo bigint generated always as (case when wallet_n > 1 then wallet_balance_kobo + amount_kobo end) stored,
  primary key (transaction_id, line),
  unique (wallet_id, wallet_n, wallet_balance_kobo),
  unique (wallet_id, wallet_n),
  foreign key (wallet_id, previous_n, previous_balance_kobo) references ledger_entry (wallet_id, wallet_n, wallet_balance_kobo),
  check (wallet_n > 1 or wallet_balance_kobo = -amount_kobo),
  check (num_nulls(wallet_id, wallet_n, wallet_balance_kobo) in (0, 3)),
  check ((account = 'wallet') = (wallet_id is not null)),
  check (account = 'merchant' or merchant_id is null)
);
create index on ledger_entry (merchant_id, transaction_id) where account = 'merchant';

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is never changed; add a transaction that balances it';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_transaction for each row execute function ledger_is_append_only();
create trigger ledger_is_append_only before update or delete on ledger_entry for each row execute function ledger_is_append_only();
create trigger ledger_is_not_truncated before truncate on ledger_transaction for each statement execute function ledger_is_append_only();
create trigger ledger_is_not_truncated before truncate on ledger_entry for each statement execute function ledger_is_append_only();

create function ledger_entries_are_of_new_transactions() returns trigger language plpgsql as $$
begin
  if exists (select from inserted e join ledger_transaction t on t.id = e.transaction_id where t.xid <> pg_current_xact_id()) then
    raise exception 'a ledger transaction gets no entries after it was committed';
  end if;
  return null;
end $$;
create trigger ledger_entries_are_of_new_transactions after insert on ledger_entry referencing new table as inserted
  for each statement execute function ledger_entries_are_of_new_transactions();

create function ledger_transaction_balances() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount_kobo) into total from ledger_entry where transaction_id = new.id;
  if total is distinct from 0 then
    raise exception 'the ledger transaction "%" does not balance: %', new.cause, coalesce(total::text, 'it has no entries')
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_balances after insert on ledger_transaction
  deferrable initially deferred for each row execute function ledger_transaction_balances();
